import type { Picture } from './pictures.ts';

/** A deal as a card shows it: the spec's fields (§3) and what stands beside them. */
export interface DealCard {
  uniqueId: string;
  threadId: number;
  postid: number;
  dealTitle: string;
  path: string;
  finalPriceText: string;
  listPriceText: string | null;
  /** The day the compared price was seen, `YYYY-MM-DD`. */
  listPriceSeen: string | null;
  percentOff: number | null;
  itemVariant: string | null;
  isExpired: boolean;
  couponCode: string | null;
  picture: Picture;
  store: { slug: string; name: string; host: string };
  category: { slug: string; name: string };
  brand: { slug: string; name: string } | null;
  postedAt: string;
  /** Null while it is still hidden (`SCORE_HIDDEN_MINUTES`). */
  score: number | null;
  commentCount: number;
}
