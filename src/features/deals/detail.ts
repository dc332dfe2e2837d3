import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import type { Page } from '../../lib/page.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';
import type { DealCard } from './card.ts';
import type { DealFacts } from './facts.ts';

/** The best comment of a deal, of which the beginning is shown beside the price. */
export interface BestComment {
  postid: number;
  username: string;
  text: string;
  score: number;
}

/** A coupon of a store, as shown beside the store's deals. */
export interface StoreCoupon {
  pcoId: number;
  dealTitle: string;
  path: string;
  savingText: string | null;
  minimumText: string | null;
  /** The minimum purchase in hundredths of `currency`; null for none. */
  minimumCents: number | null;
  currency: string;
  code: string;
  /** How it worked for members; left out when nobody answered within a month. */
  couponEvidence?: CouponEvidence;
}

/** An observed price: the day as `YYYY-MM-DD`, the amount in cents. */
export interface PricePoint {
  on: string;
  cents: number;
}

/** Everything the page of one deal shows. */
export interface DealData<Comment = unknown> {
  type: 'deal';
  deal: DealCard;
  /** In hundredths of the currency; null when the price is not a single amount. */
  priceCents: number | null;
  /** The lowest price of the 30 days before; left out where checks do not show it, or it was not more. */
  priorCents?: number;
  /** Left out where the price is one amount. */
  priceTerms?: PriceTerms;
  currency: string;
  /** The cost of delivery in cents; left out when unknown. */
  shippingCents?: number;
  /** The price with delivery; left out where that adds nothing. */
  totalText?: string;
  /** The price from which delivery is free, unless it already is. */
  freeShippingText?: string;
  facts: DealFacts;
  /** The plain text, in paragraphs. */
  description: string[];
  /** The description with its Markdown as safe HTML, where a member wrote it here. */
  descriptionHtml?: string;
  variants: string[];
  /** Null when no member posted it, or the member's account was deleted. */
  postedBy: string | null;
  /** The id of that member; null where `postedBy` is. */
  postedById: number | null;
  /** The host that the deal leads to; left out where it is the store's. */
  leadsTo?: string;
  updatedAt: string;
  expiresAt: string | null;
  prices: PricePoint[];
  /** How its coupon worked for members; left out when it has no valid one, null when nobody answered within a month. */
  couponEvidence?: CouponEvidence | null;
  /** Up to three coupons of the store that may apply to it; left out when there are none, or the deal has expired. */
  storeCoupons?: StoreCoupon[];
  related: DealCard[];
  comments: Comment[];
  /** Left out when no comment has enough points. */
  bestComment?: BestComment;
  /** The last of `comments` when more follow it (contract.md, `next`). */
  commentsNext?: number | null;
  /** The post after which `comments` continue; left out on the deal's own page, which has the first ones. */
  commentsAfter?: number;
  /** The order of `comments`; left out where it is that of the deal's own page. */
  commentsSort?: 'new' | 'top';
}

export type DealPage<Comment = unknown> = Page<DealData<Comment>>;
