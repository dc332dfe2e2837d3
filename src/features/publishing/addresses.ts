import { pageIn } from '../../lib/exact.ts';
import { PUBLISHED_PAGES } from '../feeds/address.ts';

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

/** Name of the data that lies beside every page (spec §7, Prerendered pages); any query of it is ignored. */
export const PAYLOAD = '/_payload.json';

/** The query parameters that make another page of the same path; all others leave it as it is. */
const TELLING = ['page', 'sort', 'hideexpired', 'from-reply'];

/**
 * The name under which a page is published, or undefined when only the on-demand twin can answer: `?page=1` is the bare
 * address, and what merely tracks a visitor is ignored.
 */
export function publishedName(path: string, query: string): string | undefined {
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (query === '' || path.endsWith(PAYLOAD)) return bare;
  const told = new URLSearchParams(query);
  if (TELLING.slice(1).some((name) => told.has(name))) return undefined;
  // The final step of a reset (spec §2) is also for browsers without script.
  if (told.get('do') === 'resetpassword') return undefined;
  const page = pageIn(told);
  if (page === undefined || page > PUBLISHED_PAGES) return undefined;
  return page === 1 ? bare : `${bare}?page=${page}`;
}
