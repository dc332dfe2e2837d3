import { feedPath, PRERENDERED_PAGES, type Feed } from '../feeds/address.ts';

/** First segments that belong to routes, so that an unknown path below them is not the catch-all's (contract.md). */
const RESERVED = new Set(
  'f pco search account opt-in opt-out embed syndicated debug forums ajax web-api comments auth facebook security profile click'.split(' '),
);

/**
 * The message of a 404: the catch-all says 'Page Not Found', every other route 'Page not found' (spec §2, §8).
 * @param path pathname as it was sent
 */
export function notFoundMessage(path: string): string {
  return RESERVED.has(path.split('/')[1] ?? '') ? `Page not found: ${path}` : `Page Not Found: ${path}`;
}

/** Folder of a feed's later pages in a release; a query cannot name a file. */
const LATER_PAGES = '_pages';

/** Where the prerendered page `page` of a feed lies: the feed's own path, or a folder below it from page 2 on. */
export function feedFile(feed: Feed, page: number): string {
  return page === 1 ? feedPath(feed) : `${feed.kind === 'home' ? '' : feedPath(feed)}/${LATER_PAGES}/${page}`;
}

/** The address that a prerendered path stands for: `/popular/_pages/2` is `/popular?page=2`. */
export function addressOfFile(path: string): { path: string; page: number } {
  const match = /^(.*)\/_pages\/(\d+)$/.exec(path);
  return match ? { path: match[1] || '/', page: Number(match[2]) } : { path, page: 1 };
}

/** Name of the data that lies beside every page (spec §7, Prerendered pages); any query of it is ignored. */
export const PAYLOAD = '/_payload.json';

/** The query parameters that make another page of the same path; all others leave it as it is. */
const TELLING = ['page', 'sort', 'hideexpired'];

/**
 * The name under which a page is published, or undefined when only the on-demand twin can answer: `?page=1` is the bare
 * address, and what merely tracks a visitor is ignored.
 */
export function publishedName(path: string, query: string): string | undefined {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (query === '' || path.endsWith(PAYLOAD)) return bare;
  const told = new URLSearchParams(query);
  if (TELLING.slice(1).some((name) => told.has(name))) return undefined;
  const page = told.get('page');
  if (page === null || page === '1') return bare;
  return /^[2-9]$/.test(page) && Number(page) <= PRERENDERED_PAGES ? `${bare}?page=${page}` : undefined;
}
