import { decimal } from '../../lib/money.ts';
import type { DealData } from '../deals/detail.ts';
import type { FeedData } from '../feeds/feed.ts';
import { FILTERS } from '../filters/narrowing.ts';
import { readPriceWords } from '../search/price-words.ts';
import type { SearchData } from '../search/search.server.ts';
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

/** Returns what a feed's page offers; undefined for one that is about no category, store or brand. */
export function subjectOfFeed({ feed: { kind }, subject }: Pick<FeedData, 'feed' | 'subject'>): AlertSubject | undefined {
  if (!subject || (kind !== 'category' && kind !== 'store' && kind !== 'brand')) return undefined;
  return { criteriaId: criteriaIdOf({ ...NO_CRITERIA, [kind]: [subject.id] }), title: subject.name, source: kind };
}

/** Returns what a page of results offers; undefined where nothing is asked for, or something that is not there. */
export function subjectOfSearch({ query, chosen, price }: Pick<SearchData, 'query' | 'chosen' | 'price'>): AlertSubject | undefined {
  if (FILTERS.some((name) => query.filters[name].length > 0 && chosen[name].length === 0)) return undefined;
  const [min, max] = price ? [price.min, price.max] : [query.priceMin, query.priceMax];
  const ids = Object.fromEntries(FILTERS.map((name) => [name, chosen[name].map(({ id }) => id)]));
  const criteria: Criteria = {
    ...NO_CRITERIA,
    ...ids,
    words: price ? readPriceWords(query.q).rest : query.q,
    minCents: cents(min),
    maxCents: cents(max),
    minPercent: query.percentOff === undefined ? undefined : Math.ceil(query.percentOff),
    withCoupon: query.withCoupon,
  };
  const criteriaId = criteriaIdOf(criteria);
  if (isEmpty(criteria) || criteriaId === '') return undefined;
  const names = FILTERS.flatMap((name) => chosen[name].map((each) => each.name));
  return { criteriaId, title: shortened([query.q, ...names].filter(Boolean).join(', ') || 'Deals by price'), source: 'search' };
}

/** Returns what a deal's page offers: deals like it, for no more than it costs. */
export const subjectOfDeal = ({ deal, priceCents }: Pick<DealData, 'deal' | 'priceCents'>): AlertSubject => ({
  intagid: `deal-${deal.threadId}`,
  title: shortened(`Like ${deal.dealTitle}`),
  source: 'deal',
  ...(priceCents !== null && { maxprice: decimal(priceCents) }),
});

const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));

const shortened = (text: string) => (text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE - 1).trimEnd()}…`);
