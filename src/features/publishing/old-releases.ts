import { readdir, readlink, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LOG_FILE } from './page-log.ts';
import { RELEASES, releasesOf } from './release.ts';
import { currentRelease, siteFolder } from './shown-release.ts';

/** The release shown and the one to go back to. */
const KEPT = 2;
/** A build whose log is older than this was abandoned: one that is still running adds to its log far more often. */
const MADE_WITHIN_MS = 10 * 60_000;

/**
 * Removes releases that are neither shown nor the last before it nor newer, and those that nobody finishes any more.
 * @param shownBefore which a running site serves and publishes into until it switches; after a rollback it is older than the last
 */
export async function removeOldReleases(publishDir: string, shownBefore?: string): Promise<void> {
  const current = await currentRelease(publishDir);
  const names = (await readdir(join(publishDir, RELEASES))).toSorted();
  const finished = (await releasesOf(publishDir)).map(({ folder }) => basename(folder));
  const shown = current ? finished.indexOf(basename(current.folder)) : finished.length - 1;
  const kept = finished.slice(Math.max(0, shown - KEPT + 1)).slice(-KEPT - 1);
  const seen = await readlink(siteFolder(publishDir)).catch(() => undefined);
  for (const folder of [current?.folder, shownBefore, seen && dirname(seen)]) if (folder) kept.push(basename(folder));
  for (const name of names) {
    const folder = join(publishDir, RELEASES, name);
    if (kept.includes(name) || (!finished.includes(name) && (await isBeingMade(folder)))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two builds may run at once; one that was killed writes no more. */
async function isBeingMade(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(join(folder, LOG_FILE)).catch(() => stat(folder));
  return Date.now() - mtimeMs < MADE_WITHIN_MS;
}
