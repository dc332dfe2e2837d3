import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import type { Picture } from './pictures.ts';

/** A deal on a card: the spec's fields (§3) and further ones. */
export interface DealCard {
  uniqueId: string;
  threadId: number;
  postid: number;
  dealTitle: string;
  path: string;
  finalPriceText: string;
  /** The earlier price according to the poster. */
  listPriceText: string | null;
  /** The day that price was seen, `YYYY-MM-DD`. */
  listPriceSeen: string | null;
  /** The lowest price of the 30 days before, where checks show that it was higher; `percentOff` is relative to it. */
  priorPriceText: string | null;
  percentOff: number | null;
  /** The cost of delivery, `free shipping` or `+ $5.99 shipping`; null when unknown. */
  shippingText: string | null;
  /** The verdict of price checks, such as `Lowest seen`. */
  verdict: string | null;
  /** The poster's earlier price, if it is not confirmed by checks: `was $992 in Mar 2024`. */
  wasText: string | null;
  itemVariant: string | null;
  isExpired: boolean;
  couponCode: string | null;
  /** How the code recently worked for members, if some answered. */
  couponEvidence?: CouponEvidence;
  picture: Picture;
  store: { slug: string; name: string; host: string };
  category: { slug: string; name: string };
  brand: { slug: string; name: string } | null;
  /** The member who posted it; null when there is none, or the account was deleted. */
  poster: { userid: number; username: string } | null;
  postedAt: string;
  /** Null while it is still hidden (`SCORE_HIDDEN_MINUTES`). */
  score: number | null;
  /** Whether it is live and has the score of a hot deal (`HOT_SCORE`). */
  isHot: boolean;
  commentCount: number;
}
