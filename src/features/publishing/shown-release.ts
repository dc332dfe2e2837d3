import { lstatSync } from 'node:fs';
import { readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { DAY_MS } from '../../lib/durations.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import { SITE } from './page-files.ts';
import { cannotPublish, readRelease, RELEASES, type StoredRelease } from './release.ts';

const retiredFile = z.array(z.object({ bundle: z.string(), until: z.number() }));

/** Link to the release that a site shows and publishes into. */
const LINK = 'release';
/** Link to the files of the release that a web server shows. */
const SITE_LINK = SITE;
const RETIRED = 'retired.json';
/** How long assets of earlier releases are served: pages in browsers and caches request theirs within a day. */
const ASSETS_KEPT_MS = DAY_MS;

/** The release that is shown; undefined before the first build. */
export async function currentRelease(publishDir: string): Promise<StoredRelease | undefined> {
  const name = await readlink(join(publishDir, LINK)).catch(() => undefined);
  return name === undefined ? undefined : readRelease(join(publishDir, RELEASES, basename(name)));
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
