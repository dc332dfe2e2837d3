import { beginningOf } from '../../lib/beginning-of.ts';
import { keyed } from '../../lib/keyed.ts';
import { typedMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { DealData } from '../deals/detail.ts';
import type { FeedData } from '../feeds/feed.ts';
import { FILTERS, NO_FILTERS, NO_FILTER_VALUES } from '../filters/applied-filters.ts';
import { readDiscountWords } from '../search/discount-words.ts';
import { readPriceWords } from '../search/price-words.ts';
import type { SearchData } from '../search/search-data.ts';
import { LONGEST_TITLE } from './contracts/alert-fields.ts';
import { criteriaIdOf, isEmpty, NO_CRITERIA, type Criteria } from './criteria.ts';

/** What the button of a page offers an alert for. */
export interface AlertSubject {
  /** The page's own criteria; a deal has `intagid` instead, for deals like it. */
  criteriaId?: string;
  intagid?: string;
  title: string;
  /** Kind of the page, as the calls name it. */
  source: 'category' | 'store' | 'brand' | 'search' | 'deal';
  /** A highest price to begin with. */
  maxprice?: string;
}

type Choices = NonNullable<FeedData['choices']>;

/**
 * Returns what a feed's page offers, with the filters that narrow it; undefined for one that is about no category, store or brand, or that is
 * narrowed to what it does not have.
 */
export function subjectOfFeed({
  feed: { kind },
  subject,
  choices,
}: Pick<FeedData, 'feed' | 'subject' | 'choices'>): AlertSubject | undefined {
  if (!subject || (kind !== 'category' && kind !== 'store' && kind !== 'brand')) return undefined;
  const { narrowing, chosen } = choices ?? { narrowing: NO_FILTERS, chosen: NO_FILTER_VALUES };
  const criteria = criteriaOfFilters(narrowing, chosen);
  if (!criteria) return undefined;
  // A filter of the feed's own kind narrows it to a part, such as a subcategory.
  const own = chosen[kind].length > 0 ? chosen[kind] : [subject];
  const others = FILTERS.filter((name) => name !== kind).flatMap((name) => chosen[name]);
  return {
    criteriaId: criteriaIdOf({ ...criteria, [kind]: own.map(({ id }) => id) }),
    title: shortened([...own, ...others].map(({ name }) => name).join(', ')),
    source: kind,
  };
}

/** Returns what a page of results offers; undefined where nothing is asked for, or something that is not there, or a page by its address. */
export function subjectOfSearch(
  { query, chosen, price, discount, pasted }: Pick<SearchData, 'query' | 'chosen' | 'price' | 'discount' | 'pasted'>,
  region: Region,
): AlertSubject | undefined {
  if (pasted || /^https?:\/\//i.test(query.q)) return undefined;
  const bounds = {
    ...(price && { priceMin: price.min, priceMax: price.max }),
    ...(discount && { percentOff: discount.percent }),
  };
  const narrowed = criteriaOfFilters({ ...query, ...bounds }, chosen);
  if (!narrowed) return undefined;
  const criteria = { ...narrowed, words: readPriceWords(readDiscountWords(query.q).rest, region).rest };
  const criteriaId = criteriaIdOf(criteria);
  if (isEmpty(criteria) || criteriaId === '') return undefined;
  const names = FILTERS.flatMap((name) => chosen[name].map((each) => each.name));
  return { criteriaId, title: shortened([query.q, ...names].filter(Boolean).join(', ') || 'Deals by price'), source: 'search' };
}

/** Criteria of what narrows a page, without words; undefined where a filter names nothing that is there. */
function criteriaOfFilters(
  { filters, priceMin, priceMax, percentOff, withCoupon }: Choices['narrowing'],
  chosen: Choices['chosen'],
): Criteria | undefined {
  if (FILTERS.some((name) => filters[name].length > 0 && chosen[name].length === 0)) return undefined;
  return {
    ...NO_CRITERIA,
    ...keyed(FILTERS, (name) => chosen[name].map(({ id }) => id)),
    minCents: cents(priceMin),
    maxCents: cents(priceMax),
    minPercent: percentOff === undefined ? undefined : Math.ceil(percentOff),
    withCoupon,
  };
}

/** Returns what a deal's page offers: deals like it, for no more than it costs in the site's currency, which limits are in. */
export const subjectOfDeal = (
  { deal, priceCents, currency }: Pick<DealData, 'deal' | 'priceCents' | 'currency'>,
  region: Region,
): AlertSubject => ({
  intagid: `deal-${deal.threadId}`,
  title: shortened(`Like ${deal.dealTitle}`),
  source: 'deal',
  ...(priceCents !== null && currency === region.currency && { maxprice: typedMoney(priceCents, region) }),
});

const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));

const shortened = (text: string) => (text.length <= LONGEST_TITLE ? text : `${beginningOf(text, LONGEST_TITLE - 1).trimEnd()}…`);
