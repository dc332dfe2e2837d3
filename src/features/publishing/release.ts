import { readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { CatalogueState } from './catalogue-state.server.ts';
import type { StaticFile } from '../../server/http/static-files.ts';

/** A finished build: what it was made from, and the files it serves. */
export interface Release {
  /** What the pages depend on besides the catalogue; when it differs, the site is built anew. */
  basis: string;
  /** The catalogue the pages were made from, and the newest change in it. */
  catalogue: CatalogueState;
  csp: string;
  /** By the address they answer. */
  files: [address: string, file: StaticFile][];
}

const MANIFEST = 'release.json';
const LINK = 'release';

export const manifestFile = (folder: string) => join(folder, MANIFEST);

/** The release a data folder shows; undefined before the first build. */
export async function currentRelease(dataDir: string): Promise<{ folder: string; release: Release } | undefined> {
  try {
    const folder = resolve(dataDir, await readlink(join(dataDir, LINK)));
    return { folder, release: JSON.parse(await readFile(manifestFile(folder), 'utf8')) as Release };
  } catch {
    // No link, or one whose release was deleted or cut short: the site is built anew.
    return undefined;
  }
}

/** Makes `folder` the release that a data folder shows; readers see the old one or the new one, never none. */
export async function switchRelease(dataDir: string, folder: string): Promise<void> {
  const link = join(dataDir, LINK);
  const beside = `${link}.${process.pid}`;
  await rm(beside, { force: true });
  await symlink(folder, beside);
  await rename(beside, link);
}
