import { flagParam } from '../../lib/exact-params.ts';
import { readTypedPrice } from '../../lib/typed-price.ts';

export const FILTERS = ['store', 'brand', 'category', 'forum'] as const;
export type FilterName = (typeof FILTERS)[number];
/** Ids or slugs. A deal must have one of the values of each kind that has any. */
export type Filters = Record<FilterName, string[]>;

/** A filter's value, with its name. */
export interface FilterValue {
  id: number;
  slug: string;
  name: string;
}

export const NO_FILTER_VALUES: Record<FilterName, FilterValue[]> = { store: [], brand: [], category: [], forum: [] };

/** The filters that are applied to a feed or a search (spec §2, Query parameters). */
export interface AppliedFilters {
  filters: Filters;
  /** In whole units of the site's currency or with hundredths, as they were typed. */
  priceMin: number | undefined;
  priceMax: number | undefined;
  percentOff: number | undefined;
  hideExpired: boolean;
  withCoupon: boolean;
}

/** All filters except stores, brands, categories and forums. */
export type DealFilters = Omit<AppliedFilters, 'filters'>;

export const DEAL_FILTERS = ['price', 'discount', 'coupon', 'expired'] as const;
export type DealFilterName = (typeof DEAL_FILTERS)[number];

export const NO_FILTERS: AppliedFilters = {
  filters: { store: [], brand: [], category: [], forum: [] },
  priceMin: undefined,
  priceMax: undefined,
  percentOff: undefined,
  hideExpired: false,
  withCoupon: false,
};

/** The value of `price` with which `price_min` and `price_max` count. */
export const OTHER_PRICE = 'other';

/** The short name of the forum filter in addresses (spec §2, Query parameters). */
const FORUM_SHORT = 'f';

/** The query parameters of filters, except `hideexpired`. */
export const FILTER_PARAMS = [
  ...FILTERS.map((name) => `filters[${name}][]`),
  FORUM_SHORT,
  'price',
  'price_min',
  'price_max',
  'percent_off',
  'coupon',
];

const MOST_FILTERS = 20;

/**
 * Reads filters, except `hideexpired`. Values that cannot be read are ignored and reported.
 * @returns with the problems, in words for whoever typed them
 */
export function readFilters(query: URLSearchParams): { narrowing: Omit<AppliedFilters, 'hideExpired'>; problems: string[] } {
  const problems: string[] = [];
  const filter = (name: FilterName) =>
    [...new Set(query.getAll(`filters[${name}][]`).map(storableText).filter(Boolean))].slice(0, MOST_FILTERS);
  const forum = filter('forum');
  const number = (name: string, read: (typed: string) => number | undefined, what: string) => {
    const typed = storableText(query.get(name) ?? '');
    const found = typed === '' ? undefined : read(typed);
    if (typed !== '' && found === undefined) problems.push(`“${typed.slice(0, 40)}” is not ${what}, and was left out.`);
    return found;
  };
  const amount = (name: string) => number(name, readAmount, 'a price');
  // Without script, the form sends the chosen price and also the fields of another price, even if these are not shown.
  const isTyped = [null, OTHER_PRICE].includes(query.get('price'));
  const narrowing = {
    filters: {
      store: filter('store'),
      brand: filter('brand'),
      category: filter('category'),
      forum: forum.length > 0 ? forum : [storableText(query.get(FORUM_SHORT) ?? '')].filter(Boolean),
    },
    priceMin: isTyped ? amount('price_min') : undefined,
    priceMax: amount(isTyped ? 'price_max' : 'price'),
    percentOff: number('percent_off', readPercent, 'a percentage') || undefined,
    withCoupon: readFlag(query, 'coupon', problems),
  };
  return { narrowing, problems };
}

/** Whether a flag is set; anything but 1 and 0 is reported as a problem. */
export function readFlag(query: URLSearchParams, name: string, problems: string[]): boolean {
  const found = query.getAll(name).join('') === '' ? false : flagParam(query, name);
  if (found === undefined) problems.push(`${name} can only be 1, and was left out.`);
  return found ?? false;
}

/** Text without control characters such as NUL, and lone surrogates, which no database takes. */
export const storableText = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x1f\x7f]+/g, ' ')
    .trim();

function readAmount(typed: string): number | undefined {
  const cents = readTypedPrice(typed);
  return cents === undefined ? undefined : cents / 100;
}

const readPercent = (typed: string) => (/^(?:100|\d{1,2})(?:\.\d+)?\s*%?$/.test(typed) ? Math.min(100, parseFloat(typed)) : undefined);

/** Adds filters to the query of an address. */
export function addFilters(params: URLSearchParams, narrowing: Partial<AppliedFilters>): void {
  for (const name of FILTERS) for (const value of narrowing.filters?.[name] ?? []) params.append(`filters[${name}][]`, value);
  const set = (name: string, value: number | undefined) => value !== undefined && params.set(name, String(value));
  set('price_min', narrowing.priceMin);
  set('price_max', narrowing.priceMax);
  set('percent_off', narrowing.percentOff);
  if (narrowing.hideExpired) params.set('hideexpired', '1');
  if (narrowing.withCoupon) params.set('coupon', '1');
}

/** The same with a value of a filter chosen, or no longer. @param values how it may be written, by id and by slug */
export function withFilterToggled<N extends AppliedFilters>(narrowing: N, name: FilterName, values: string[]): N {
  const chosen = narrowing.filters[name];
  const [value] = values;
  const without = chosen.filter((each) => !values.includes(each));
  const now = without.length < chosen.length || value === undefined ? without : [...chosen, value];
  return { ...narrowing, filters: { ...narrowing.filters, [name]: now } };
}

/** How many filters are applied; a price from and up to counts as one. */
export const choicesIn = (narrowing: AppliedFilters): number =>
  FILTERS.reduce((sum, name) => sum + narrowing.filters[name].length, 0) +
  Number(narrowing.priceMin !== undefined || narrowing.priceMax !== undefined) +
  Number(narrowing.percentOff !== undefined) +
  Number(narrowing.hideExpired) +
  Number(narrowing.withCoupon);

/** Whether any filter is applied. */
export const isFiltered = (narrowing: AppliedFilters): boolean => choicesIn(narrowing) > 0;

/** The same without filters. */
export const withoutFilters = <N extends AppliedFilters>(narrowing: N): N => ({ ...narrowing, ...NO_FILTERS });
