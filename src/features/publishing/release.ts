import { lstatSync, rmSync } from 'node:fs';
import { readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { atExit } from '../../server/at-exit.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import type { Config } from '../../server/config.ts';
import { digestOf } from '../rendering/compress.ts';
import { FOR_ALL, FOR_OWNER, makeFolder, SITE } from './page-files.ts';
import { LOG_FILE } from './page-log.ts';
import { z } from 'zod';
import { isDiskFull } from '../../server/disk-full.ts';
import { DAY_MS } from '../../lib/durations.ts';

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

const retiredFile = z.array(z.object({ bundle: z.string(), until: z.number() }));

/** A release and where it lies. */
interface StoredRelease {
  folder: string;
  release: Release;
}

const RELEASES = 'releases';
/** Link to the release that a site shows and publishes into. */
const LINK = 'release';
/** Link to the files of the release that a web server shows. */
const SITE_LINK = SITE;
const MANIFEST = 'release.json';
const RETIRED = 'retired.json';
/** The release shown and the one to go back to. */
const KEPT = 2;
/** A build whose log is older than this was abandoned: one that is still running adds to its log far more often. */
const MADE_WITHIN_MS = 10 * 60_000;
/** How long assets of earlier releases are served: pages in browsers and caches request theirs within a day. */
const ASSETS_KEPT_MS = DAY_MS;

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

/** The release that is shown; undefined before the first build. */
export async function currentRelease(publishDir: string): Promise<StoredRelease | undefined> {
  const name = await readlink(join(publishDir, LINK)).catch(() => undefined);
  return name === undefined ? undefined : readRelease(join(publishDir, RELEASES, basename(name)));
}

async function readRelease(folder: string): Promise<StoredRelease | undefined> {
  try {
    return { folder, release: releaseFile.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) };
  } catch {
    // Not finished, or deleted.
    return undefined;
  }
}

/**
 * Makes a release the one that is shown; whoever looks sees the old one or the new one, never none. The assets of the old
 * one go on being served for a day. Web servers go on with the files of the old one until `showFiles`.
 * @returns the folder of the old one
 */
export async function switchRelease(publishDir: string, folder: string): Promise<string | undefined> {
  const before = await currentRelease(publishDir);
  if (before && before.folder !== folder) await retire(publishDir, before.release.bundle);
  await point(join(publishDir, LINK), join(RELEASES, basename(folder)));
  return before?.folder;
}

/** Lets a web server show the files of a release from now on: not before they show all changes up to the moment of the choice. */
export const showFiles = (publishDir: string, folder: string): Promise<void> =>
  point(join(publishDir, SITE_LINK), join(RELEASES, basename(folder), SITE));

/** Where a web server finds the published files. */
export const siteFolder = (publishDir: string): string => join(publishDir, SITE_LINK);

/**
 * Makes sure that the names of the links of a folder of published files are free for them.
 * @throws CannotStart naming what lies there instead, and when one cannot look there
 */
export function requireLinks(publishDir: string): void {
  try {
    for (const name of [LINK, SITE_LINK]) requireLink(join(publishDir, name));
  } catch (error) {
    throw error instanceof CannotStart ? error : cannotPublish(publishDir, error);
  }
}

/** What somebody else put there is neither replaced nor taken for ours: a web server would go on showing it. */
function requireLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false)
    throw new CannotStart(
      `${path} is not the link that Magpie keeps there, so what it publishes could not be shown. Move it away, or set another PUBLISH_DIR.`,
    );
}

/** @throws CannotStart where something lies that is no link */
async function point(link: string, target: string): Promise<void> {
  requireLink(link);
  const beside = `${link}.${process.pid}`;
  await rm(beside, { force: true });
  await symlink(target, beside);
  await rename(beside, link);
}

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

/** Bundles whose assets are served though no page of theirs is shown any more, and until when, in milliseconds of time. */
export async function retiredBundles(publishDir: string): Promise<z.output<typeof retiredFile>> {
  try {
    const all = retiredFile.parse(JSON.parse(await readFile(join(publishDir, RETIRED), 'utf8')));
    return all.filter(({ until }) => until > Date.now());
  } catch {
    return [];
  }
}

async function retire(publishDir: string, bundle: string): Promise<void> {
  const others = (await retiredBundles(publishDir)).filter((retired) => retired.bundle !== bundle);
  const beside = join(publishDir, `${RETIRED}.new`);
  await writeFile(beside, JSON.stringify([...others, { bundle, until: Date.now() + ASSETS_KEPT_MS }]));
  await rename(beside, join(publishDir, RETIRED));
}
