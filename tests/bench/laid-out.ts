import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip as gzipped } from 'node:zlib';
import { unbrotli } from '../../src/features/publishing/compress.ts';
import { folderOf } from './astro/ahead.ts';
import { pagesAmong, publishedIn } from './published.ts';

const gzip = promisify(gzipped);

/** Lays the pages of a release out for a server that finds files by their addresses: `…/index.html`, `.br` and `.gz`. */
export async function layOut(release: string, folder: string): Promise<void> {
  const published = new Map(publishedIn(release));
  for (const address of pagesAmong([...published])) {
    const page = published.get(address)!;
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const path = join(folder, folderOf(pathname, Number(searchParams.get('page') ?? 1)));
    const small = await readFile(join(release, `${page.file}${page.pressed ? '.11' : ''}.br`));
    const plain = await unbrotli(small);
    await mkdir(path, { recursive: true });
    await Promise.all([
      writeFile(join(path, 'index.html'), plain),
      writeFile(join(path, 'index.html.br'), small),
      writeFile(join(path, 'index.html.gz'), await gzip(plain, { level: constants.Z_BEST_COMPRESSION })),
    ]);
  }
}
