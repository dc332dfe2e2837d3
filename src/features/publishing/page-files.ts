import { chmodSync, closeSync, fchmodSync, openSync, renameSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { threadId } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import { ENCODINGS, SUFFIX, type Encoding } from '../../server/http/encoding.ts';
import type { StaticFile } from '../../server/http/static-files.ts';
import { makeFolders } from '../../server/make-folders.ts';
import { errorCode } from '../../lib/error-code.ts';
import { brotli, brotliSync, digestOf, gzip, gzipSync, QUALITY } from '../rendering/compress.ts';
import type { RenderJob } from '../rendering/render-job.ts';
import { isText, typeOf } from './file-types.ts';

/** A published address's file. */
export interface PageFile extends StaticFile {
  /** Digest of what it was made from. */
  madeFrom: string;
  /** When it was written, in whole seconds of time; always later than the file that it replaced. */
  modified: number;
}

/** What `writePage` needs to know of a page besides its content. */
type PageAbout = Pick<RenderJob, 'file' | 'type' | 'cacheControl' | 'madeFrom'>;

/** Folder of a release with every published file at its address. A web server may read it; what lies beside it is the publisher's. */
export const SITE = 'site';
/** Files that are being written, in the release and so on the same file system. */
const DRAFTS = 'drafts';
/** Compressing smaller files saves hardly more than the headers of the encoding take. */
const COMPRESSED_FROM_BYTES = 400;

/** Modes of files and folders. */
interface FileModes {
  file: number;
  folder: number;
}

/** For every user of the machine, a web server's among them. */
export const FOR_ALL: FileModes = { file: 0o644, folder: 0o755 };
/** For the user who runs the site, as all else that lies in `DATA_DIR`. */
export const FOR_OWNER: FileModes = { file: 0o600, folder: 0o700 };

/** Who may read what a release publishes: whoever may enter its folder. */
export function fileModesOf(release: string): FileModes {
  const stats = statSync(join(release, SITE), { throwIfNoEntry: false });
  return stats && (stats.mode & 0o001) !== 0 ? FOR_ALL : FOR_OWNER;
}

/**
 * Writes a page at its address in a release, with its compressed variants beside it. Each file appears whole, by renaming; when one of them
 * cannot be written, none is.
 * @param before what the address had before, whose place it takes
 * @returns what the address answers from now on; its path is below the release's `site` folder
 */
export function writePage(release: string, content: string | Buffer, about: PageAbout, before?: PageFile): PageFile {
  const { file, type, cacheControl, madeFrom } = about;
  const identity = typeof content === 'string' ? Buffer.from(content) : content;
  const variants = isWorthCompressing(file, identity)
    ? variantsOf(identity, brotliSync(identity, QUALITY.soon), gzipSync(identity))
    : { identity };
  const modified = Math.max(Math.floor(Date.now() / 1_000), before ? before.modified + 1 : 0);
  writeVariants(release, file, variants, modified);
  return {
    file,
    type: type ?? typeOf(file),
    digest: digestOf(variants.identity),
    sizes: mapVariants(variants, (bytes) => bytes.length),
    checksums: mapVariants(variants, (bytes) => crc32(bytes)),
    cacheControl,
    madeFrom,
    modified,
  };
}

type Variants = Partial<Record<Encoding, Buffer>> & { identity: Buffer };

/** A file's content and those compressed variants of it that are worth their space, compressed as far as possible, however long it takes. */
export async function smallestVariants(file: string, identity: Buffer): Promise<Variants> {
  if (!isWorthCompressing(file, identity)) return { identity };
  return variantsOf(identity, ...(await Promise.all([brotli(identity, QUALITY.best), gzip(identity)])));
}

const isWorthCompressing = (file: string, { length }: Buffer) => isText(file) && length >= COMPRESSED_FROM_BYTES;

const variantsOf = (identity: Buffer, br: Buffer, gzipped: Buffer): Variants => ({
  identity,
  ...(br.length < identity.length && { br }),
  ...(gzipped.length < identity.length && { gzip: gzipped }),
});

/** Calls `of` with each variant of a file. @returns the numbers by encoding */
export function mapVariants(variants: Variants, of: (bytes: Buffer) => number): StaticFile['sizes'] {
  const { br, gzip: gzipped } = variants;
  return { identity: of(variants.identity), ...(br && { br: of(br) }), ...(gzipped && { gzip: of(gzipped) }) };
}

/**
 * Puts all variants of a file into their places. Files are written synchronously: the thread that makes pages has nothing else to do, and
 * for small files a thread pool is slower. Web servers make a file's ETag from its time in seconds and its
 * size, so a file that replaces another gets a time that is at least a second later.
 */
function writeVariants(release: string, file: string, variants: Variants, modified: number): void {
  const target = join(release, SITE, file);
  const access = fileModesOf(release);
  const drafts: [draft: string, path: string][] = [];
  try {
    for (const encoding of ENCODINGS) {
      const bytes = variants[encoding];
      if (!bytes) continue;
      const draft = join(release, DRAFTS, `${threadId}-${++lastDraft}`);
      drafts.push([draft, target + SUFFIX[encoding]]);
      inFolder(dirname(draft), access, () => writeDraft(draft, bytes, access, modified));
    }
    for (const [draft, path] of drafts) inFolder(dirname(path), access, () => renameSync(draft, path));
  } catch (error) {
    for (const [draft] of drafts) rmSync(draft, { force: true });
    throw error;
  }
  for (const encoding of ENCODINGS) if (!variants[encoding]) rmSync(target + SUFFIX[encoding], { force: true });
}

/** Counts the drafts of this thread; others may write into the same release. */
let lastDraft = 0;

function writeDraft(draft: string, bytes: Buffer, { file }: FileModes, modified: number): void {
  const descriptor = openSync(draft, 'w');
  try {
    writeFileSync(descriptor, bytes);
    // This process makes files for its own user alone.
    fchmodSync(descriptor, file);
  } finally {
    closeSync(descriptor);
  }
  utimesSync(draft, modified, modified);
}

/** Does what needs a folder, and makes the folder first where it is missing. */
function inFolder(folder: string, access: FileModes, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    makeFolder(folder, access);
    work();
  }
}

/** Makes a folder, and those above it that are missing. */
export function makeFolder(folder: string, access: FileModes): void {
  for (const made of makeFolders(folder, access.folder)) chmodSync(made, access.folder);
}

/** Removes the files of an address that is published no more, and the folders that held nothing else. */
export function removePage(release: string, { file }: Pick<PageFile, 'file'>): void {
  const site = join(release, SITE);
  const path = join(site, file);
  // The plain one first: a web server looks for that before it takes a compressed one.
  for (const encoding of ENCODINGS.toReversed()) rmSync(path + SUFFIX[encoding], { force: true });
  removeEmptyFolders(dirname(path), site);
}

/** Removes a folder and those above it, as far as they are empty. @param top which stays */
export function removeEmptyFolders(bottom: string, top: string): void {
  for (let folder = bottom; folder !== top; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      // The folder is not empty, or another process has removed it.
      return;
    }
  }
}

/** Writes a file that has no variants, so that it appears whole. */
export function replaceFile(path: string, content: string | Buffer, access: FileModes): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    inFolder(dirname(path), access, () => writeFileSync(draft, content));
    chmodSync(draft, access.file);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Removes every file of a release that no address in use has, such as those of addresses that were gone when a process was killed, and drafts.
 * @param used whether a path below `site`, without the ending of a compressed form, is in use
 */
export async function removeUnusedFiles(release: string, used: (file: string) => boolean): Promise<void> {
  const site = join(release, SITE);
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const file = relative(site, join(entry.parentPath, entry.name)).replace(/\.(?:br|gz)$/, '');
    if (!used(file)) removePage(release, { file });
  }
  await rm(join(release, DRAFTS), { recursive: true, force: true });
}
