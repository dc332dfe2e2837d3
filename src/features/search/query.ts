import { flagIn, pageIn } from '../../lib/exact.ts';
import { parseMoney } from '../../lib/money.ts';

/** What a search address asks for (spec §2, Query parameters and Search box behaviour). */
export interface SearchQuery {
  q: string;
  page: number;
  sort: Sort;
  /** Ids or slugs, of which a deal needs one of each kind. */
  filters: Filters;
  /** In whole dollars or with cents, as they were typed. */
  priceMin: number | undefined;
  priceMax: number | undefined;
  percentOff: number | undefined;
  hideExpired: boolean;
  withCoupon: boolean;
  /** Coupons and cashback alone, and no deals. */
  offersOnly: boolean;
  /** What could not be read, in words for whoever typed it. */
  problems: string[];
}

export type Filters = Record<FilterName, string[]>;

export const FILTERS = ['store', 'brand', 'category', 'forum'] as const;
export type FilterName = (typeof FILTERS)[number];

export const SORTS = ['relevance', 'newest', 'popular', 'price', 'discount'] as const;
export type Sort = (typeof SORTS)[number];

/** Names that feeds have for the same orders. */
const ALSO: Record<string, Sort> = { new: 'newest', hot: 'popular' };

const LONGEST_QUERY = 200;
const MOST_FILTERS = 20;

/** The order of an address that names none (spec §9). */
export const usualSort = (q: string): Sort => (q === '' ? 'newest' : 'relevance');

/** Reads a search address; undefined when `page` is no page number, which is a 404. What else cannot be read is left out and told. */
export function searchQuery(query: URLSearchParams): SearchQuery | undefined {
  const page = pageIn(query);
  if (page === undefined) return undefined;
  const q = [...printable(query.get('q') ?? '')].slice(0, LONGEST_QUERY).join('').trim();
  const problems: string[] = [];
  const filter = (name: FilterName) =>
    [...new Set(query.getAll(`filters[${name}][]`).map(printable).filter(Boolean))].slice(0, MOST_FILTERS);
  const forum = filter('forum');
  const number = (name: string, read: (typed: string) => number | undefined, what: string) => {
    const typed = printable(query.get(name) ?? '');
    const found = typed === '' ? undefined : read(typed);
    if (typed !== '' && found === undefined) problems.push(`“${typed.slice(0, 40)}” is not ${what}, and was left out.`);
    return found;
  };
  const flag = (name: string) => {
    const found = query.getAll(name).join('') === '' ? false : flagIn(query, name);
    if (found === undefined) problems.push(`${name} is set by 1, and was left out.`);
    return found ?? false;
  };
  return {
    q,
    page,
    sort: readSort(query.get('sort') ?? '', q),
    filters: {
      store: filter('store'),
      brand: filter('brand'),
      category: filter('category'),
      forum: forum.length > 0 ? forum : [printable(query.get('f') ?? '')].filter(Boolean),
    },
    priceMin: number('price_min', readDollars, 'a price'),
    priceMax: number('price_max', readDollars, 'a price'),
    percentOff: number('percent_off', readPercent, 'a percentage') || undefined,
    hideExpired: flag('hideexpired'),
    withCoupon: flag('coupon'),
    offersOnly: flag('offers'),
    problems,
  };
}

/** Without what no database takes and nobody means: NUL and its like, halves of characters. */

const printable = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim();

function readDollars(typed: string): number | undefined {
  const cents = parseMoney(typed);
  return cents === undefined ? undefined : cents / 100;
}

const readPercent = (typed: string) => (/^(?:100|\d{1,2})(?:\.\d+)?\s*%?$/.test(typed) ? Math.min(100, parseFloat(typed)) : undefined);

function readSort(name: string, q: string): Sort {
  const sort = ALSO[name] ?? SORTS.find((known) => known === name);
  return sort === undefined || (sort === 'relevance' && q === '') ? usualSort(q) : sort;
}

/** The address of a page of results. */
export function searchAddress(query: SearchQuery, page = 1): string {
  const params = new URLSearchParams({ q: query.q });
  for (const name of FILTERS) for (const value of query.filters[name]) params.append(`filters[${name}][]`, value);
  const set = (name: string, value: number | undefined) => value !== undefined && params.set(name, String(value));
  set('price_min', query.priceMin);
  set('price_max', query.priceMax);
  set('percent_off', query.percentOff);
  if (query.hideExpired) params.set('hideexpired', '1');
  if (query.withCoupon) params.set('coupon', '1');
  if (query.offersOnly) params.set('offers', '1');
  if (query.sort !== usualSort(query.q)) params.set('sort', query.sort);
  if (page > 1) params.set('page', String(page));
  return `/search?${params}`;
}

/** The same search with a value of a filter chosen, or no longer. */
export function withFilterToggled(query: SearchQuery, name: FilterName, values: string[]): SearchQuery {
  const chosen = query.filters[name];
  const [value] = values;
  const without = chosen.filter((each) => !values.includes(each));
  const now = without.length < chosen.length || value === undefined ? without : [...chosen, value];
  return { ...query, filters: { ...query.filters, [name]: now } };
}

/** Whether anything narrows the search besides its words. */
export const isNarrowed = (query: SearchQuery): boolean =>
  FILTERS.some((name) => query.filters[name].length > 0) ||
  query.priceMin !== undefined ||
  query.priceMax !== undefined ||
  query.percentOff !== undefined ||
  query.hideExpired ||
  query.withCoupon;

/** The same words with nothing that narrows them. */
export const withoutFilters = (query: SearchQuery): SearchQuery => ({
  ...query,
  filters: { store: [], brand: [], category: [], forum: [] },
  priceMin: undefined,
  priceMax: undefined,
  percentOff: undefined,
  hideExpired: false,
  withCoupon: false,
});
