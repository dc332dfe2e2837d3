import type { CollectionRule, DealStatus, OfferType } from '../../server/db/schema/catalogue.ts';

/** What decides which lists hold a deal; ids are those of its category, store and brand, amounts are in cents. */
export interface DealFacts {
  status: DealStatus;
  category: number;
  store: number;
  brand: number | null;
  /** Null where the price is not one amount that can be compared. */
  price: number | null;
  percent: number | null;
  score: number;
}

/** What decides which lists hold an offer. */
export interface OfferFacts {
  status: DealStatus;
  store: number | null;
  type: OfferType;
}

/**
 * A change of the catalogue, as the journal notes it. `before` is null for what was added, `after` for what was removed;
 * `quiet` marks changes that are frequent and not urgent: votes, comments, pictures. `ofMany` marks those of a transaction that changed much.
 */
export type Change = Changed & { ofMany?: boolean };

type Changed =
  | { subject: 'deal'; id: number; before: DealFacts | null; after: DealFacts | null; quiet: boolean }
  | { subject: 'offer'; id: number; before: OfferFacts | null; after: OfferFacts | null }
  /** Something that hangs on the deal with this id. */
  | { subject: 'comments' | 'prices'; id: number }
  /** The reputation of the member with this id. */
  | { subject: 'reputation'; id: number }
  /** A deal was put into the collection with this id, or taken out. */
  | { subject: 'collected'; id: number }
  | { subject: 'store' | 'brand' | 'category' | 'collection'; id: number }
  /** A member's own picture came or went: the digests of the one before and of the one now. */
  | { subject: 'avatar'; before: string | null; after: string | null }
  /** A page of text: its name, before and after, of which one may be null. */
  | { subject: 'text'; before: string | null; after: string | null }
  /** A picture that a foreign address names is stored, is another one, or is gone: the digests before and now. */
  | { subject: 'picture'; before: string | null; after: string | null }
  | { subject: 'everything' };

/** What deals and offers are filed under, by id. */
export interface Taxonomy {
  categories: Map<number, { slug: string; parent: number | null }>;
  stores: Map<number, { slug: string }>;
  brands: Map<number, { slug: string }>;
  collections: Map<number, { slug: string; rule: CollectionRule }>;
}
