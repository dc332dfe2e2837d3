import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { feedAt } from '../../features/feeds/address.ts';
import { projectRoot } from '../../features/publishing/project-root.ts';
import { loadPage } from '../../features/rendering/load.server.ts';
import type { Context } from '../../server/context.ts';

/** Paths of the catalogue, whose existence is looked up in the database. */
const CATALOGUE = /^\/(?:f|pco)\//;
const RSS = /\/feed\.xml$/;

/**
 * The paths that do not exist on this site, as far as that can be told without requesting them: missing pages of the catalogue,
 * and paths whose first segment is none of the site's.
 */
export async function brokenPaths(context: Context, paths: string[]): Promise<string[]> {
  const known = new Set(await firstNames());
  const broken = await Promise.all(paths.map(async (path) => ((await isBroken(context, path, known)) ? [path] : [])));
  return broken.flat();
}

async function isBroken(context: Context, path: string, known: ReadonlySet<string>): Promise<boolean> {
  const { pathname } = new URL(path, 'http://localhost');
  const page = pathname.replace(RSS, '') || '/';
  if (CATALOGUE.test(page) || feedAt(page)) return (await loadPage(context, page, new URLSearchParams())).status === 404;
  return !known.has(pathname.split('/')[1] ?? '');
}

/** The first segments of all paths that pages, endpoints and files answer; routes that begin with a parameter are left out. */
async function firstNames(): Promise<string[]> {
  const names = await Promise.all(['src/pages', 'public'].map((folder) => readdir(join(projectRoot, folder))));
  return names.flat().map((name) => name.replace(/\.(?:astro|ts)$/, ''));
}
