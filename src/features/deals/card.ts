import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import type { Picture } from './pictures.ts';

/** A deal as a card shows it: the spec's fields (§3) and what is beside them. */
export interface DealCard {
  uniqueId: string;
  threadId: number;
  postid: number;
  dealTitle: string;
  path: string;
  finalPriceText: string;
  /** What the poster compares with. */
  listPriceText: string | null;
  /** The day that price was seen, `YYYY-MM-DD`. */
  listPriceSeen: string | null;
  /** The lowest price of the 30 days before, where checks show that it was higher; `percentOff` is relative to it. */
  priorPriceText: string | null;
  percentOff: number | null;
  /** What delivery adds, `free shipping` or `+ $5.99 shipping`; null where that is not known. */
  shippingText: string | null;
  /** What checks say of the price, such as `Lowest seen`. */
  verdict: string | null;
  /** Where checks do not show the earlier price, the poster's word: `was $992 in Mar 2024`. */
  wasText: string | null;
  itemVariant: string | null;
  isExpired: boolean;
  couponCode: string | null;
  /** How the code worked for members lately, where some said so. */
  couponEvidence?: CouponEvidence;
  picture: Picture;
  store: { slug: string; name: string; host: string };
  category: { slug: string; name: string };
  brand: { slug: string; name: string } | null;
  /** Who posted it; null where that is nobody of the site, or nobody any more. */
  poster: { userid: number; username: string } | null;
  postedAt: string;
  /** Null while it is still hidden (`SCORE_HIDDEN_MINUTES`). */
  score: number | null;
  /** Whether it is live and has the score of a hot deal (`HOT_SCORE`). */
  isHot: boolean;
  commentCount: number;
}
