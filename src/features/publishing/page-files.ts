import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { StaticFile } from '../../server/http/static-files.ts';
import { brotli, digestOf, QUALITY, unbrotli } from '../rendering/compress.ts';
import { typeOf } from './file-types.ts';
import { recompress } from './recompress.ts';
import { errorCode } from '../../lib/error-code.ts';

/** A published address's file. */
export interface PageFile extends StaticFile {
  /** Digest of what it was made from. */
  madeFrom: string;
}

/** What `writePage` needs to know of a page besides its content. */
export type PageAbout = Pick<StaticFile, 'cacheControl'> & { ending: string; type?: string; madeFrom: string };

const PAGES = 'pages';

/**
 * Writes a page into a release, compressed with brotli: whoever wants it otherwise gets it made from that. Files are named by their content and appear whole, so that what somebody
 * reads never changes under them.
 * @returns what the page's address answers from now on; its path is below the release's folder
 */
export async function writePage(
  release: string,
  content: string | Buffer,
  { ending, type, cacheControl, madeFrom }: PageAbout,
): Promise<PageFile> {
  const bytes = Buffer.from(content);
  const digest = digestOf(bytes);
  const file = join(PAGES, digest.slice(0, 1), digest + ending);
  const small = await brotli(bytes, QUALITY.soon);
  writeWhole(join(release, `${file}.br`), small);
  return {
    file,
    type: type ?? typeOf(`page${ending}`),
    digest,
    sizes: { identity: bytes.length, br: small.length },
    packed: true,
    cacheControl,
    madeFrom,
  };
}

/** Compresses a written page as small as it gets. @returns what its address answers from now on */
export async function recompressPage(release: string, page: PageFile): Promise<PageFile> {
  const content = await unbrotli(await readFile(join(release, `${page.file}.br`)));
  const small = await recompress(content);
  writeWhole(join(release, `${page.file}.11.br`), small);
  return { ...page, sizes: { ...page.sizes, br: small.length }, pressed: true };
}

/** Removes the forms of a page that nothing refers to any more; of one that was pressed, `only` the first. */
export async function removePage(release: string, { file }: Pick<PageFile, 'file'>, only?: '.br'): Promise<void> {
  for (const ending of only ? [only] : ['.br', '.11.br']) await rm(join(release, file + ending), { force: true });
}

/** Removes every file of a release that belongs to no page in use, drafts that a kill left behind among them. */
export async function removeUnusedPages(release: string, used: { has(file: string): boolean }): Promise<void> {
  for (const part of await readdir(join(release, PAGES)).catch(() => []))
    for (const name of await readdir(join(release, PAGES, part))) {
      const file = join(PAGES, part, name);
      if (!used.has(file.replace(/(?:\.11)?\.br$/, ''))) await rm(join(release, file), { force: true });
    }
}

/**
 * Makes a file appear with its whole content or, when that fails, not at all. It waits for the disk: the thread that
 * makes pages has nothing better to do, and a thread pool takes longer to ask than a small file to write.
 */
function writeWhole(path: string, content: Uint8Array): void {
  const draft = `${path}.${++drafts}`;
  try {
    try {
      writeFileSync(draft, content);
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(draft, content);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

let drafts = 0;
