import { rmSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { atExit } from '../../server/at-exit.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import type { Config } from '../../server/config.ts';
import { isDiskFull } from '../../server/disk-full.ts';
import { digestOf } from '../rendering/compress.ts';
import { FOR_ALL, FOR_OWNER, makeFolder, SITE } from './page-files.ts';

/** A set of published pages: what made them, and for which settings. */
const releaseFile = z.object({
  /** Name of the bundle that rendered them. */
  bundle: z.string(),
  /** Digest of the code of that bundle. */
  code: z.string(),
  /** Digest of the setting that a release is made for; when others that are in pages change, the publisher makes those again. */
  settings: z.string(),
});
export type Release = z.output<typeof releaseFile>;

/** A release and where it lies. */
export interface StoredRelease {
  folder: string;
  release: Release;
}

/** The folder of all releases, in `PUBLISH_DIR`. */
export const RELEASES = 'releases';
const MANIFEST = 'release.json';

/** Digest of the setting that a release is made for; when others that are in pages change, the publisher makes those again. */
export const settingsDigest = ({ siteUrl }: Config) => digestOf(siteUrl);

/** Those that this process is making. */
const unfinished = new Set<string>();
const discardUnfinished = () => unfinished.forEach(discardRelease);

/**
 * Makes the folder of a release that is to be; it counts once it has its manifest (`finishRelease`). If the process ends before, nothing of
 * it stays, unless the process is killed (`removeOldReleases`).
 * @throws CannotStart when nothing can be written there
 */
export async function newRelease({ publishDir, dataDir }: Pick<Config, 'publishDir' | 'dataDir'>): Promise<string> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  const folder = join(publishDir, RELEASES, stamp);
  try {
    makeFolder(join(folder, SITE), publishDir.startsWith(`${dataDir}/`) ? FOR_OWNER : FOR_ALL);
  } catch (error) {
    throw cannotPublish(publishDir, error);
  }
  unfinished.add(folder);
  atExit(discardUnfinished);
  return folder;
}

/** Removes a release that will not be finished. What cannot be removed now goes with old releases (`removeOldReleases`). */
export function discardRelease(folder: string): void {
  unfinished.delete(folder);
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // The disk is read-only, or a thread writes there to the end.
  }
}

/** What is said where the folder of published files cannot be used. */
export const cannotPublish = (publishDir: string, error: unknown): CannotStart =>
  new CannotStart(
    `Pages cannot be published into ${publishDir}: ${error instanceof Error ? error.message : String(error)}. ` +
      (isDiskFull(error)
        ? 'Make room there, or set another PUBLISH_DIR.'
        : 'Set PUBLISH_DIR to a folder that the user who runs Magpie may write to.'),
  );

/** Writes the manifest of a release: from then on it counts. */
export async function finishRelease(folder: string, release: Release): Promise<void> {
  await writeFile(join(folder, MANIFEST), JSON.stringify(release));
  unfinished.delete(folder);
}

/** The finished releases of `PUBLISH_DIR`, oldest first. */
export async function releasesOf(publishDir: string): Promise<StoredRelease[]> {
  const names = (await readdir(join(publishDir, RELEASES)).catch(() => [])).toSorted();
  const releases = await Promise.all(names.map((name) => readRelease(join(publishDir, RELEASES, name))));
  return releases.filter((release) => release !== undefined);
}

/**
 * Whether the release that is shown is right for a code and settings: it is of these or, where somebody went back from the newest one, that one
 * is. An earlier one of this code among them is not enough: it was left behind by what is shown.
 */
export const isStillRight = (shown: StoredRelease, all: StoredRelease[], { code, settings }: Omit<Release, 'bundle'>): boolean =>
  [shown, all.at(-1)].some((stored) => stored?.release.code === code && stored.release.settings === settings);

/** A finished release; undefined where there is none. */
export async function readRelease(folder: string): Promise<StoredRelease | undefined> {
  try {
    return { folder, release: releaseFile.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) };
  } catch {
    // Not finished, or deleted.
    return undefined;
  }
}
