import { mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from '../../server/config.ts';
import { digestOf } from '../rendering/compress.ts';
import { LOG } from './page-log.ts';
import { z } from 'zod';

/** A set of published pages: what made them, and for which settings. */
const releaseFile = z.object({
  /** Name of the bundle that rendered them. */
  bundle: z.string(),
  /** Digest of the code of that bundle. */
  code: z.string(),
  /** Digest of the setting that a release is made for; when others that stand in pages change, the publisher makes those anew. */
  settings: z.string(),
});
export type Release = z.output<typeof releaseFile>;

const retiredFile = z.array(z.object({ bundle: z.string(), until: z.number() }));

/** A release and where it lies. */
export interface Placed {
  folder: string;
  release: Release;
}

const RELEASES = 'releases';
const LINK = 'release';
const MANIFEST = 'release.json';
const RETIRED = 'retired.json';
/** The release shown and the one to go back to. */
const KEPT = 2;
/** A build that goes on adds to its log far more often. */
const MADE_WITHIN_MS = 10 * 60_000;
/** What pages in browsers and caches still ask for, they ask within a day. */
const ASSETS_KEPT_MS = 24 * 3_600_000;

/** Digest of the setting that a release is made for; when others that stand in pages change, the publisher makes those anew. */
export const settingsDigest = ({ siteUrl }: Config) => digestOf(siteUrl);

/** Makes the folder of a release that is to be; it counts once it has its manifest (`finishRelease`). */
export async function newRelease(dataDir: string): Promise<string> {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 17);
  const folder = join(dataDir, RELEASES, stamp);
  await mkdir(folder, { recursive: true });
  return folder;
}

export const finishRelease = (folder: string, release: Release) => writeFile(join(folder, MANIFEST), JSON.stringify(release));

/** The finished releases of a data folder, oldest first. */
export async function releasesOf(dataDir: string): Promise<Placed[]> {
  const names = (await readdir(join(dataDir, RELEASES)).catch(() => [])).toSorted();
  const releases = await Promise.all(names.map((name) => readRelease(join(dataDir, RELEASES, name))));
  return releases.filter((release) => release !== undefined);
}

/** The release a data folder shows; undefined before the first build. */
export async function currentRelease(dataDir: string): Promise<Placed | undefined> {
  const name = await readlink(join(dataDir, LINK)).catch(() => undefined);
  return name === undefined ? undefined : readRelease(join(dataDir, RELEASES, basename(name)));
}

async function readRelease(folder: string): Promise<Placed | undefined> {
  try {
    return { folder, release: releaseFile.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'))) };
  } catch {
    // Not finished, or deleted.
    return undefined;
  }
}

/**
 * Makes a release the one that a data folder shows; whoever looks sees the old one or the new one, never none. The
 * assets of the old one go on being served for a day.
 * @returns the folder of the old one
 */
export async function switchRelease(dataDir: string, folder: string): Promise<string | undefined> {
  const before = await currentRelease(dataDir);
  if (before && before.folder !== folder) await retire(dataDir, before.release.bundle);
  const link = join(dataDir, LINK);
  const beside = `${link}.${process.pid}`;
  await rm(beside, { force: true });
  await symlink(join(RELEASES, basename(folder)), beside);
  await rename(beside, link);
  return before?.folder;
}

/**
 * Removes releases that are neither shown nor the last before it nor newer, and those that nobody finishes any more.
 * @param shownBefore which a running site serves and publishes into until it switches; after a rollback it is older than the last
 */
export async function removeOldReleases(dataDir: string, shownBefore?: string): Promise<void> {
  const current = await currentRelease(dataDir);
  const names = (await readdir(join(dataDir, RELEASES))).toSorted();
  const finished = (await releasesOf(dataDir)).map(({ folder }) => basename(folder));
  const shown = current ? finished.indexOf(basename(current.folder)) : finished.length - 1;
  const kept = finished.slice(Math.max(0, shown - KEPT + 1)).slice(-KEPT - 1);
  for (const folder of [current?.folder, shownBefore]) if (folder !== undefined) kept.push(basename(folder));
  for (const name of names) {
    const folder = join(dataDir, RELEASES, name);
    if (kept.includes(name) || (!finished.includes(name) && (await isBeingMade(folder)))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Two builds may run at once; one that was killed writes no more. */
async function isBeingMade(folder: string): Promise<boolean> {
  const { mtimeMs } = await stat(join(folder, LOG)).catch(() => stat(folder));
  return Date.now() - mtimeMs < MADE_WITHIN_MS;
}

/** Bundles whose assets are served though no page of theirs is shown any more, and until when, in milliseconds of time. */
export async function retiredBundles(dataDir: string): Promise<z.output<typeof retiredFile>> {
  try {
    const all = retiredFile.parse(JSON.parse(await readFile(join(dataDir, RETIRED), 'utf8')));
    return all.filter(({ until }) => until > Date.now());
  } catch {
    return [];
  }
}

async function retire(dataDir: string, bundle: string): Promise<void> {
  const others = (await retiredBundles(dataDir)).filter((retired) => retired.bundle !== bundle);
  const beside = join(dataDir, `${RETIRED}.new`);
  await writeFile(beside, JSON.stringify([...others, { bundle, until: Date.now() + ASSETS_KEPT_MS }]));
  await rename(beside, join(dataDir, RETIRED));
}
