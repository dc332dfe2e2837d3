import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PriceTerms } from '../../../lib/price-terms.ts';
import type { Defaulted, Timestamp, OptionalTimestamp, Day, Cents } from './columns.ts';

/** What is offered: deals, offers, and what they are filed under. */
export interface CatalogueTables {
  forums: { id: Generated<number>; slug: string; title: string; position: number };
  categories: CategoryTable;
  stores: { id: Generated<number>; slug: string; name: string; host: string; url: string; description: string };
  brands: { id: Generated<number>; slug: string; name: string };
  collections: CollectionTable;
  deals: DealTable;
  deal_collections: { thread_id: number; collection_id: number };
  price_observations: { thread_id: number; observed_on: Day; cents: Cents };
  merged_deals: MergedDealTable;
  offers: OfferTable;
  deal_tallies: { kind: Tally; deals: number };
}

/** What a category's pictures are drawn on, one of `$tints`. */
export type Tint = 'blue' | 'teal' | 'violet' | 'rose' | 'amber' | 'green' | 'slate' | 'sand';

interface CategoryTable {
  id: Generated<number>;
  slug: string;
  name: string;
  parent_id: number | null;
  kind: string | null;
  tint: Defaulted<Tint>;
  position: number;
}

export interface CollectionTable {
  id: Generated<number>;
  slug: string;
  title: string;
  description: string;
  position: number;
  rule: ColumnType<CollectionRule, string, string>;
}

/** What a browse collection holds; checked when it is imported. */
export interface CollectionRule {
  items: 'deals' | 'offers';
  minPercent?: number;
  maxCents?: Cents;
  categories?: string[];
  lowest?: boolean;
  picked?: boolean;
  offerType?: 'coupon' | 'cashback';
  expired?: boolean;
}

export type Condition = 'new' | 'open-box' | 'refurbished' | 'used';

export type DealStatus = 'scheduled' | 'live' | 'expired';

interface DealTable {
  thread_id: Generated<number>;
  post_id: Generated<number>;
  source: string;
  source_id: string;
  title: string;
  description: Defaulted<string>;
  kind: string | null;
  image_url: string | null;
  store_id: number;
  brand_id: number | null;
  category_id: number;
  forum_id: number;
  url: string;
  /** What the deal is compared by; null where it asks for no amount of its own (`price_terms`). */
  price_cents: Cents | null;
  /** What it asks for, unless that is one amount. */
  price_terms: ColumnType<PriceTerms | null, string | null | undefined, string | null>;
  list_price_cents: Cents | null;
  list_price_seen: Day | null;
  currency: Defaulted<string>;
  coupon_code: string | null;
  /** What delivery costs, 0 for nothing; null where that is not known. */
  shipping_cents: Cents | null;
  /** The price from which delivery is free. */
  free_shipping_from_cents: Cents | null;
  /** Codes of countries; none where that is not known. */
  ships_to: Defaulted<string[]>;
  /** The membership that the price needs. */
  members_only: string | null;
  condition: Condition | null;
  /** When somebody checked the price last, where that is no observed price. */
  checked_at: OptionalTimestamp;
  variants: Defaulted<string[]>;
  posted_at: Timestamp;
  updated_at: Timestamp;
  starts_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  status: Defaulted<DealStatus>;
  posted_by: number | null;
  /** When an editor brought it to the front page; null for a deal that members' votes alone bring there. */
  featured_at: OptionalTimestamp;
  votes_up: Defaulted<number>;
  votes_down: Defaulted<number>;
  /** Votes gained in the last hour and the last 24 hours, ups less downs, as a job counted them. */
  gained_hour: Defaulted<number>;
  gained_day: Defaulted<number>;
  comment_count: Defaulted<number>;
  /** Hot order: see `hotRank`; changes only when votes or the posting time do. */
  rank: Defaulted<number>;
  /** The lowest price of the 30 days before the present one; null where checks do not show it. Triggers keep it and what follows (migration 0036). */
  prior_cents: Defaulted<Cents | null>;
  /** The lowest price seen, where that is below the present one. */
  low_cents: Defaulted<Cents | null>;
  /** Whether no lower price was ever seen, though others were. */
  at_lowest: Defaulted<boolean>;
  /** The last day on which the checks behind `prior_cents` count. */
  prices_until: Defaulted<Day | null>;
  /** What `price_cents` is below `prior_cents`, or what `price_terms` promise. */
  percent_off: GeneratedAlways<number | null>;
  /** The price with delivery (migration 0039): what sorting and price filters use. */
  total_cents: GeneratedAlways<Cents | null>;
  /** 1 for expired deals, which sort after all others; else 0. */
  expired_last: GeneratedAlways<number>;
  /** Words of the title (weight A), variants (B) and description (D), and what it is filed under (migration 0008). */
  search: GeneratedAlways<string>;
  /** When the row last changed here; `updated_at` is what the source says. */
  changed_at: Defaulted<Date>;
  /** When what a reader sees last changed, by the deal's own times; triggers keep it (migration 0013). */
  modified_at: Defaulted<Date>;
}

/** A duplicate that is gone: what led to it leads to the deal that it was merged into. */
interface MergedDealTable {
  thread_id: number;
  into_thread_id: number;
  source: string;
  source_id: string;
  merged_at: Defaulted<Date>;
}

export type OfferType = 'coupon' | 'cashback';

interface OfferTable {
  id: Generated<number>;
  source: string;
  source_id: string;
  offer_type: OfferType;
  title: string;
  description: Defaulted<string>;
  terms: Defaulted<string>;
  kind: string | null;
  store_id: number | null;
  maker: string | null;
  code: string | null;
  percent: number | null;
  amount_cents: Cents | null;
  minimum_cents: Cents | null;
  currency: Defaulted<string>;
  url: string | null;
  year: number | null;
  posted_at: Timestamp;
  starts_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  status: Defaulted<DealStatus>;
  changed_at: Defaulted<Date>;
  /** As of deals. */
  modified_at: Defaulted<Date>;
  /** Words of the title and maker (weight A), of code, saving and kind (B) and of description and terms (D), and its store (migration 0038). */
  search: GeneratedAlways<string>;
}

/** A deal that is shown counts as `shown`; the others count those of them that are live, that are on the front page, and both. */
type Tally = 'shown' | 'shown-live' | 'frontpage' | 'frontpage-live';
