import type { Page } from '../../lib/page.ts';
import type { DealCard } from './card.ts';

/** An observed price: the day as `YYYY-MM-DD`, the amount in cents. */
export interface PricePoint {
  on: string;
  cents: number;
}

/** Everything the page of one deal shows. */
export interface DealData<Comment = unknown> {
  type: 'deal';
  deal: DealCard;
  priceCents: number;
  currency: string;
  /** Plain-text paragraphs. */
  description: string[];
  variants: string[];
  postedBy: string | null;
  updatedAt: string;
  expiresAt: string | null;
  prices: PricePoint[];
  related: DealCard[];
  comments: Comment[];
  /** The last of `comments` when more follow it (contract.md, `next`). */
  commentsNext?: number | null;
  /** The post after which `comments` go on; left out on the deal's own page, which has the first ones. */
  commentsAfter?: number;
}

export type DealPage<Comment = unknown> = Page<DealData<Comment>>;
