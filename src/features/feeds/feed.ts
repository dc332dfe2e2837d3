import type { Page, Crumb } from '../../lib/page.ts';
import type { DealCard } from '../deals/card.ts';
import type { Facet } from '../filters/facets.server.ts';
import type { FilterValue, DealFilterName, FilterName, AppliedFilters } from '../filters/applied-filters.ts';
import type { OfferCounts, OfferCard } from '../offers/offer.ts';
import type { Feed, Sort } from './address.ts';

/** A deal or an offer at its place in a feed (spec §3: itemIndex on the page, frontpagePostNo in the whole feed). */
export type FeedItem = (DealCard | OfferCard) & { itemIndex: number; frontpagePostNo: number };

/** A deal of the opening row, with the votes that it gained lately in words; null where it gained none. */
export type HottestDeal = DealCard & { gainedText: string | null };

export interface FeedChoices {
  narrowing: AppliedFilters;
  /** The names of the chosen filter values. */
  chosen: Record<FilterName, FilterValue[]>;
  /** The values of each filter that is offered on this feed. */
  facets: Partial<Record<FilterName, Facet[]>>;
  /** What could not be read, as messages for visitors. */
  problems: string[];
}

export interface FeedData {
  type: 'feed';
  feed: Feed;
  path: string;
  title: string;
  description: string;
  sort: Sort;
  hideExpired: boolean;
  /** What narrows it besides what its items are filed under; null where nothing narrows it. */
  narrowsBy: DealFilterName[] | null;
  /** What narrows it, and what else could; null on pages that are published. */
  choices: FeedChoices | null;
  page: number;
  pages: number;
  total: number;
  /** What the items are. Offers can only be ordered by the newest first. */
  holds: 'deals' | 'offers';
  items: FeedItem[];
  /** The opening row of the home page. */
  hottest: HottestDeal[];
  /** A store's own coupons and cashback, on its first page. */
  offers: OfferCard[];
  /** How many of them there are, those that work and those that have expired. */
  offersTotal: OfferCounts;
  /** What a category's, store's or brand's page is about. */
  subject: { id: number; name: string } | null;
  store: { name: string; host: string; slug: string } | null;
  children: Crumb[];
}

export type FeedPage = Page<FeedData>;

export const isOffer = (item: DealCard | OfferCard): item is OfferCard => 'pcoId' in item;
