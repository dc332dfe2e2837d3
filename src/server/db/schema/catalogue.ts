import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { PriceTerms } from '../../../lib/price-terms.ts';
import type { Defaulted, Timestamp, OptionalTimestamp, Day, Cents } from './columns.ts';

/** Deals, offers, and what they are filed under. */
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

/** Background colour of a category's pictures, one of `$tints`. */
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

/** Which deals or offers a collection contains; validated at import. */
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
  /** The price that deals are compared by; null where `price_terms` names no single amount. */
  price_cents: Cents | null;
  /** The price when it is not a single amount. */
  price_terms: ColumnType<PriceTerms | null, string | null | undefined, string | null>;
  list_price_cents: Cents | null;
  list_price_seen: Day | null;
  currency: Defaulted<string>;
  coupon_code: string | null;
  /** Cost of delivery, 0 for free; null when unknown. */
  shipping_cents: Cents | null;
  /** The price from which delivery is free. */
  free_shipping_from_cents: Cents | null;
  /** Country codes; empty when unknown. */
  ships_to: Defaulted<string[]>;
  /** The membership that the price requires. */
  members_only: string | null;
  condition: Condition | null;
  /** When the price was last checked, if that is not recorded as an observation. */
  checked_at: OptionalTimestamp;
  variants: Defaulted<string[]>;
  posted_at: Timestamp;
  updated_at: Timestamp;
  starts_at: OptionalTimestamp;
  expires_at: OptionalTimestamp;
  status: Defaulted<DealStatus>;
  posted_by: number | null;
  /** When an editor put it on the front page; null for a deal that gets there by votes only. */
  featured_at: OptionalTimestamp;
  votes_up: Defaulted<number>;
  votes_down: Defaulted<number>;
  /** Change of the score in the last hour and the last 24 hours, as last counted by a job. */
  gained_hour: Defaulted<number>;
  gained_day: Defaulted<number>;
  comment_count: Defaulted<number>;
  /** Order of popular deals (`hotRank`); changes only with votes or the posting time. */
  rank: Defaulted<number>;
  /** The lowest price of the 30 days before the current price; null when there are too few checks. Triggers maintain this and the next three columns (migration 0036). */
  prior_cents: Defaulted<Cents | null>;
  /** The lowest price ever seen, if it is below the current one. */
  low_cents: Defaulted<Cents | null>;
  /** Whether other prices were seen, and none of them was lower. */
  at_lowest: Defaulted<boolean>;
  /** The last day on which `prior_cents` is valid. */
  prices_until: Defaulted<Day | null>;
  /** How far `price_cents` is below `prior_cents`, or the percentage of `price_terms`. */
  percent_off: GeneratedAlways<number | null>;
  /** The price with delivery (migration 0039), used by sorting and price filters. */
  total_cents: GeneratedAlways<Cents | null>;
  /** 1 for expired deals, so that they sort last; otherwise 0. */
  expired_last: GeneratedAlways<number>;
  /** Words of the title (weight A), variants (B) and description (D), and what it is filed under (migration 0008). */
  search: GeneratedAlways<string>;
  /** When the row last changed; `updated_at` comes from the source. */
  changed_at: Defaulted<Date>;
  /** When something visible to readers last changed; maintained by triggers (migration 0013). */
  modified_at: Defaulted<Date>;
}

/** A duplicate that was merged into another deal: its address and source id lead to that deal. */
interface MergedDealTable {
  thread_id: number;
  /** That of the deal when it was merged, where that is known. */
  post_id: number | null;
  into_thread_id: number;
  source: string;
  source_id: string;
  merged_at: Defaulted<Date>;
  /** Whether the last complete import of its source had it. */
  listed: Defaulted<boolean>;
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
  /** As `DealTable.modified_at`. */
  modified_at: Defaulted<Date>;
  /** Words of the title and maker (weight A), of code, saving and kind (B) and of description and terms (D), and its store (migration 0038). */
  search: GeneratedAlways<string>;
}

/** What is counted: all visible deals, and those of them that are live, on the front page, or both. */
type Tally = 'shown' | 'shown-live' | 'frontpage' | 'frontpage-live';
