import { pageParam } from '../../lib/exact-params.ts';
import { feedAt, PUBLISHED_PAGES } from '../feeds/address.ts';
import { FILTER_PARAMS } from '../filters/applied-filters.ts';
import { isSearch } from './page-headers.ts';

/** Name of the data that lies beside every page (spec §7, Prerendered pages); any query of it is ignored. */
export const PAYLOAD = '/_payload.json';

/**
 * The file that an address is published in, below the folder of the published files: a page is the `index.html` of its path, a later page of
 * a feed is `_page/{number}.html`, and everything else has its name in its address.
 */
export function fileOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const path = pathname.slice(1);
  if (/\.[a-z]+$/.test(path)) return path;
  const page = searchParams.get('page');
  return `${path && `${path}/`}${page === null ? 'index' : `_page/${page}`}.html`;
}

/** The address of a published file, or of a compressed copy of it: the inverse of `fileOf`. */
export function addressOf(file: string): string {
  const path = `/${file.replace(/\.(?:br|gz)$/, '')}`;
  const [, feed, page] = LATER_PAGE.exec(path) ?? [];
  if (feed !== undefined) return `${feed || '/'}?page=${page}`;
  return path.endsWith('/index.html') ? path.slice(0, -'/index.html'.length) || '/' : path;
}

/** A later page of a feed under the name of its file. */
const LATER_PAGE = /^(.*)\/_page\/([2-9]|[1-9]\d+)\.html$/;

/** Whether an address shows what members do: a deal, a feed, an offer (whose coupon they rate), or the payload of one of these. */
export function showsPosts(path: string): boolean {
  const page = path.endsWith(PAYLOAD) ? path.slice(0, -PAYLOAD.length) || '/' : path;
  return page.startsWith('/f/') || page.startsWith('/pco/') || feedAt(page) !== undefined;
}

/** Whether making a page costs as much as a search: a page of results, or a filtered feed, of which there are countless. */
export const countsAsSearch = (path: string, query: URLSearchParams): boolean =>
  isSearch(path) || (feedAt(path) !== undefined && ['filters', ...FILTER_PARAMS].some((name) => query.has(name)));

/** The query parameters that select another page under the same path; others are ignored. */
const SIGNIFICANT_PARAMS = ['page', 'sort', 'hideexpired', 'filters', ...FILTER_PARAMS, 'from-reply', 'comments'];

/**
 * The name under which a page is published, or undefined when only the on-demand twin can answer: `?page=1` is the bare
 * address, and what merely tracks a visitor is ignored.
 */
export function publishedName(path: string, query: string): string | undefined {
  // A file is not a folder.
  const bare = path.length > 1 && path.endsWith('/') && !/(?:\/|\.[a-z]+)\/$/.test(path) ? path.slice(0, -1) : path;
  const [, feed, number] = LATER_PAGE.exec(bare) ?? [];
  if (feed !== undefined) return `${feed || '/'}?page=${number}`;
  if (query === '' || path.endsWith(PAYLOAD)) return bare;
  const params = new URLSearchParams(query);
  if (SIGNIFICANT_PARAMS.slice(1).some((name) => params.has(name))) return undefined;
  // The final step of a reset (spec §2) is also for browsers without script, and a message that the home page shows after an action is for one visitor.
  if (['resetpassword', 'concluded'].includes(params.get('do') ?? '')) return undefined;
  const page = pageParam(params);
  if (page === undefined || page > PUBLISHED_PAGES) return undefined;
  return page === 1 ? bare : `${bare}?page=${page}`;
}
