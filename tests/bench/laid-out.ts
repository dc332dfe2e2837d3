import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '../support/http.ts';

/** Lays a page of a running site out for a server that finds files by their addresses: `…/index.html`, `.br` and `.gz`. */
export async function layOut(origin: string, path: string, folder: string): Promise<void> {
  const at = join(folder, path);
  await mkdir(at, { recursive: true });
  for (const [encoding, suffix] of Object.entries({ identity: '', br: '.br', gzip: '.gz' })) {
    const { status, body } = await ask(origin, path, { headers: { 'Accept-Encoding': encoding } });
    if (status !== 200) throw new Error(`${path} is answered ${status}`);
    await writeFile(join(at, `index.html${suffix}`), body);
  }
}
