import type { Page } from '../../lib/page.ts';
import type { DealCard } from '../deals/card.ts';
import type { HottestDeal } from '../feeds/feed.ts';
import type { Facet } from '../filters/facets.server.ts';
import type { FilterValue, FilterName } from '../filters/applied-filters.ts';
import type { OfferCard } from '../offers/offer.ts';
import type { SearchQuery } from './query.ts';
import type { Mark, SearchPlan } from './search-plan.ts';
import type { Entity } from './understood.ts';

/** What the page of a search shows. */
export interface SearchData {
  type: 'search';
  query: SearchQuery;
  pages: number;
  total: number;
  /** Whether there are more than `total`, which were not counted. */
  more: boolean;
  items: DealCard[];
  /** Deals that have most of what was asked for, when few have all of it. */
  near: DealCard[];
  /** The hottest deals, whatever was asked for, where there is nothing else to show, or nothing but offers that have expired. */
  popular: HottestDeal[];
  /** Coupons and cashback that match; on the first page of a search for deals some of them, all by pages when they alone are asked for. */
  offers: { total: number; more: boolean; expired: boolean; items: OfferCard[] };
  /** Whether the words ask for coupons or cashback. */
  asksForOffers: boolean;
  /** What can be chosen besides: of deals, or of offers where nothing else is listed. */
  facets: Record<FilterName, Facet[]>;
  chosen: Record<FilterName, FilterValue[]>;
  /** Stores, brands and categories that the words name; where no deal is found, a few that they begin the name of, or are the slug or host of. */
  entities: Entity[];
  /** Words that were corrected as typos. */
  corrected: SearchPlan['corrected'];
  /** The words that were read as a price, and as which. */
  price: { matchedText: string; min: number | undefined; max: number | undefined } | null;
  /** The words that were read as a lowest discount, and as which. */
  discount: { matchedText: string; percent: number } | null;
  marks: Mark[];
  /** Whether the search was stopped because it took too long. */
  tooLong: boolean;
  /** Whether what is searched for is the address of the deal or the offer that was found, or of the store, brand or category whose deals were; filters change nothing then. */
  pasted: boolean;
}

export type SearchPage = Page<SearchData>;
