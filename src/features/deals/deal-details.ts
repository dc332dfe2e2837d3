import type { DealCard } from './card.ts';

/** What changes by itself on a page that stays open. */
export type DealCounts = Pick<DealCard, 'threadId' | 'postid' | 'score' | 'commentCount' | 'isExpired'>;

/** A deal as `getDeal.php` tells it (spec §3). */
export type DealDetails = DealCounts &
  Pick<DealCard, 'uniqueId' | 'dealTitle' | 'listPriceText' | 'finalPriceText' | 'itemVariant' | 'path'> & {
    /** Its place in the list that it was asked for of, from 0 on the first page. */
    itemIndex: number;
    /** The same from 1, of deals of the front page. */
    frontpagePostNo?: number;
  };

export interface DealDetailsAnswer<Details = DealDetails> {
  dealDetails: Record<string, Details>;
  /** Scores of comments, by their post ids. */
  postScores?: Record<string, number>;
}
