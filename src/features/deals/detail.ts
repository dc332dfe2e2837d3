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
}

export type DealPage<Comment = unknown> = Page<DealData<Comment>>;
