import { singleParam, readWhole } from '../../lib/exact-params.ts';
import { feedAt, PAGE_SIZE, type Feed } from '../feeds/address.ts';

const USUAL_ITEMS = 12;

const FORMATS = ['html', 'json', 'rss'] as const;
type Format = (typeof FORMATS)[number];

/** What a partner asks for. */
interface SyndicatedQuery {
  /** Undefined where the address has none; null for an invalid path. */
  feed: Feed | null | undefined;
  count: number;
}

/** The requested format, HTML by default; undefined for an unknown one. */
export const formatIn = (query: URLSearchParams): Format | undefined =>
  query.has('format') ? FORMATS.find((name) => name === singleParam(query, 'format')) : 'html';

/** Reads `feed` and `count`; a text says what is wrong with them. */
export function syndicatedQuery(query: URLSearchParams): SyndicatedQuery | string {
  const count = query.has('count') ? readWhole(singleParam(query, 'count') ?? '', 1, PAGE_SIZE) : USUAL_ITEMS;
  if (count === undefined) return `The count is a whole number from 1 to ${PAGE_SIZE}.`;
  if (!query.has('feed')) return { feed: undefined, count };
  const path = singleParam(query, 'feed');
  return { feed: (path?.startsWith('/') && feedAt(path)) || null, count };
}
