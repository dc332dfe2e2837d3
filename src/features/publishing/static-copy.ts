import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import { errorCode } from '../../lib/error-code.ts';
import { Refused } from '../../lib/refused.ts';
import { writeRefusal } from '../../lib/write-refusal.ts';
import { BANNER_CALL } from '../shell/banner-address.ts';
import { addressOf } from '../rendering/addresses.ts';
import { FOR_ALL, removeEmptyFolders, replaceFile } from './page-files.ts';
import { siteFolder } from './shown-release.ts';

/** The result of a copy of the published files. */
interface StaticCopy {
  written: number;
  removed: number;
  unchanged: number;
  /** Addresses that answer something else than in the copy before. */
  changed: string[];
}

/** Lists what was copied, so that the next copy knows what has changed and removes nothing that somebody else put there. */
const MANIFEST = '.magpie-copy.json';
/** Whether a path leads to a file in the folder: what a list names is removed, whoever wrote the list. */
const isWithin = (file: string) => normalize(file) === file && file.split(sep)[0] !== '..';
/** Digests of the files, by their paths. */
const manifestFile = z.record(z.string().refine(isWithin), z.string());
type Manifest = z.output<typeof manifestFile>;

/** Pages ask for their banner; what a banner is depends on the moment, so copies have none. */
const NO_BANNER = Buffer.from('{"banner":null}\n');

/** Files that are copied at a time. */
const AT_ONCE = 8;

/** Has pictures of deals written that are shown where a page is shared, which are not published as files. */
export type WriteSharePictures = (threadIds: number[], write: (file: string, content: Buffer) => Promise<void>) => Promise<void>;

/**
 * Copies what is published to a folder, for upload to a server that knows nothing of Magpie. Only what differs from the last copy
 * there is written, and what was copied then and is no more is removed last, when nothing refers to it any longer.
 * @param writeSharePictures makes the copy hold share pictures, too
 * @throws Refused when nothing is published, when the folder holds something that no copy wrote, and when there can be none, or no more in it
 */
export async function copyPublishedFiles(publishDir: string, folder: string, writeSharePictures?: WriteSharePictures): Promise<StaticCopy> {
  // A release that is switched meanwhile does not mix with the one that is copied.
  const site = await realpath(siteFolder(publishDir)).catch(() => {
    throw new Refused('nothing was ever published here; npm start or npm run build makes the first release');
  });
  const refuse = (error: unknown) => {
    throw cannotCopy(folder, error);
  };
  refuseNested(site, await realFolder(folder).catch(refuse));
  const before = await manifestOf(folder).catch(refuse);
  const write = (file: string, content: string | Buffer) => {
    try {
      replaceFile(join(folder, file), content, FOR_ALL);
    } catch (error) {
      refuse(error);
    }
  };
  const now: Manifest = {};
  const copy = { written: 0, removed: 0, unchanged: 0 };
  const changed = new Set<string>();
  const copyFile = async (file: string) => {
    const content = await readFile(join(site, file)).catch(ignoreMissing);
    if (content) await copyContent(file, content);
  };
  const copyContent = async (file: string, content: Buffer) => {
    now[file] = createHash('sha256').update(content).digest('base64url');
    if (before[file] === now[file] && (await stat(join(folder, file)).catch(ignoreMissing))?.size === content.length) {
      copy.unchanged++;
      return;
    }
    write(file, content);
    copy.written++;
    changed.add(addressOf(file));
  };
  const files = await filesIn(site);
  const pages = files.filter(isPage);
  // The next copy continues one that was interrupted.
  if (Object.keys(before).length === 0) write(MANIFEST, '{}');
  // What pages load comes before the pages.
  await pLimit(AT_ONCE).map(
    files.filter((file) => !isPage(file)),
    copyFile,
  );
  await copyContent(BANNER_CALL.slice(1), NO_BANNER);
  await writeSharePictures?.(dealsAmong(pages), copyContent);
  await pLimit(AT_ONCE).map(pages, copyFile);
  for (const file of Object.keys(before)) {
    if (now[file] !== undefined) continue;
    await rm(join(folder, file), { force: true });
    removeEmptyFolders(dirname(join(folder, file)), folder);
    copy.removed++;
    changed.add(addressOf(file));
  }
  write(MANIFEST, JSON.stringify(now));
  return { ...copy, changed: [...changed].toSorted() };
}

function cannotCopy(folder: string, error: unknown): unknown {
  if (errorCode(error) === 'ENOTDIR') return new Refused(`${folder} is a file, or lies in one; name a folder`);
  return writeRefusal(error, folder, 'you');
}

/** The path of a folder without links; it and some above it may not be there yet. */
async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(ignoreMissing);
  return real ?? join(await realFolder(dirname(folder)), basename(folder));
}

function refuseNested(site: string, folder: string): void {
  const [inner, outer] = [`${site}${sep}`, `${folder}${sep}`];
  if (inner.startsWith(outer) || outer.startsWith(inner))
    throw new Refused(`${folder} and the published files lie in one another; name a folder elsewhere`);
}

async function manifestOf(folder: string): Promise<Manifest> {
  try {
    return manifestFile.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    const names = await readdir(folder).catch(ignoreMissing);
    if (!names || names.length === 0) return {};
    const why = errorCode(error) === 'ENOENT' ? 'holds files that no copy wrote' : `has a ${MANIFEST} that cannot be read`;
    throw new Refused(`${folder} ${why}; name an empty folder, or one that was copied to before`);
  }
}

async function filesIn(site: string): Promise<string[]> {
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(site, join(entry.parentPath, entry.name)));
}

/** The ids of the deals whose pages are among files. */
const dealsAmong = (files: string[]): number[] =>
  files.flatMap((file) => {
    const id = /^f\/(?<id>\d+)(?:[^\d/][^/]*)?\/index\.html$/.exec(file)?.groups?.['id'];
    return id === undefined ? [] : [Number(id)];
  });

const isPage = (file: string) => /\.html(?:\.|$)/.test(file);

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error;
}
