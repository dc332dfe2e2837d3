import { pageParam } from '../../lib/exact-params.ts';
import { oneSpelling } from '../../lib/one-spelling.ts';
import { addFilters, storableText, readFlag, readFilters, type AppliedFilters } from '../filters/applied-filters.ts';

/** What a search address asks for (spec §2, Query parameters and Search box behaviour). */
export interface SearchQuery extends AppliedFilters {
  q: string;
  page: number;
  sort: Sort;
  /** Whether only coupons and cashback are searched. */
  offersOnly: boolean;
  /** Messages about parameters that could not be read. */
  problems: string[];
}

export const SORTS = ['relevance', 'newest', 'popular', 'rising', 'price', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

/** Names of the same orders on feeds. */
const ALSO = new Map<string, Sort>([
  ['new', 'newest'],
  ['hot', 'popular'],
]);

const LONGEST_QUERY = 200;

/** The default order (spec §9). */
export const defaultSort = (q: string): Sort => (q === '' ? 'newest' : 'relevance');

/**
 * Reads a search address; undefined when `page` is no page number, which is a 404. Other values that cannot be read are ignored and
 * reported.
 */
export function searchQuery(query: URLSearchParams): SearchQuery | undefined {
  const page = pageParam(query);
  if (page === undefined) return undefined;
  const q = [...oneSpelling(storableText(query.get('q') ?? ''))].slice(0, LONGEST_QUERY).join('').trim();
  const { narrowing, problems } = readFilters(query);
  return {
    q,
    page,
    sort: readSort(query.get('sort') ?? '', q),
    ...narrowing,
    hideExpired: readFlag(query, 'hideexpired', problems),
    offersOnly: readFlag(query, 'offers', problems),
    problems,
  };
}

function readSort(name: string, q: string): Sort {
  const sort = ALSO.get(name) ?? SORTS.find((known) => known === name);
  return sort === undefined || (sort === 'relevance' && q === '') ? defaultSort(q) : sort;
}

/** The address of a page of results. */
export function searchAddress(query: SearchQuery, page = 1): string {
  const params = new URLSearchParams({ q: query.q });
  addFilters(params, query);
  if (query.offersOnly) params.set('offers', '1');
  if (query.sort !== defaultSort(query.q)) params.set('sort', query.sort);
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}
