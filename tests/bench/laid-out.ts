import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unbrotli } from '../../src/features/publishing/compress.ts';
import { folderOf } from './astro/ahead.ts';
import { pagesAmong, publishedIn } from './published.ts';

/** Lays the pages of a release out for a server that finds files by their addresses: `…/index.html`, `.br` and `.gz`. */
export async function layOut(release: string, folder: string): Promise<void> {
  const published = new Map(publishedIn(release));
  for (const address of pagesAmong([...published])) {
    const page = published.get(address)!;
    const { pathname, searchParams } = new URL(address, 'http://localhost');
    const path = join(folder, folderOf(pathname, Number(searchParams.get('page') ?? 1)));
    const [small, zipped] = await Promise.all(
      [page.pressed ? '.11.br' : '.br', '.gz'].map((end) => readFile(join(release, page.file + end))),
    );
    await mkdir(path, { recursive: true });
    await Promise.all([
      writeFile(join(path, 'index.html'), await unbrotli(small!)),
      writeFile(join(path, 'index.html.br'), small!),
      writeFile(join(path, 'index.html.gz'), zipped!),
    ]);
  }
}
