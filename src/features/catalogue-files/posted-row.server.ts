import { sql } from 'kysely';
import type { PriceTerms } from '../../lib/price-terms.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import type { ComparedDeal, DealMatch } from './matching/same-deal.ts';

/** Where a deal is in an import's files; null for one that was there before. */
export interface Place {
  seq: number | null;
  file: number | null;
  line: number | null;
}

/** The part of a deal that editors see: parsed titles take much memory, and many deals may have duplicates. */
export interface DuplicateDeal extends Place {
  threadId: number;
  source: string;
  sourceId: string;
  title: string;
  /** Null for a deal without one price. */
  priceCents: number | null;
  postedAt: Date;
}

/** A deal and the one before it that it looks like. */
export interface Duplicate {
  deal: DuplicateDeal;
  into: DuplicateDeal;
  matchedBy: DealMatch;
}

/** A deal as it is read to be compared. */
export interface PostedRow {
  thread_id: number;
  store_id: number;
  store: string;
  source: string;
  source_id: string;
  title: string;
  url: string;
  price_cents: number | null;
  price_terms: PriceTerms | null;
  currency: string;
  coupon_code: string | null;
  status: DealStatus;
  posted_at: Date;
}

/** The columns of a row that deals (`d`) and `stores` have. */
export const POSTED_COLUMNS = sql`d.thread_id, d.store_id, stores.name as store, d.source, d.source_id, d.title, d.url, d.price_cents,
  d.price_terms, d.currency, d.coupon_code, d.status, d.posted_at`;

/** What is compared of it. */
export const comparedOf = (row: PostedRow): ComparedDeal => ({
  title: row.title,
  url: row.url,
  priceCents: row.price_cents,
  priceTerms: row.price_terms,
  couponCode: row.coupon_code,
  currency: row.currency,
  expired: row.status === 'expired',
});

/** What editors see of it. */
export const namedOf = ({ seq = null, file = null, line = null, ...row }: PostedRow & Partial<Place>): DuplicateDeal => ({
  threadId: row.thread_id,
  source: row.source,
  sourceId: row.source_id,
  title: row.title,
  priceCents: row.price_cents,
  postedAt: row.posted_at,
  seq,
  file,
  line,
});
