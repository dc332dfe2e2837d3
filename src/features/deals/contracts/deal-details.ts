import type { GuardedContract } from '../../../lib/call.ts';
import { isRecord } from '../../../lib/is-record.ts';
import type { DealCard } from '../card.ts';

/** What changes by itself on a page that stays open. */
export type DealCounts = Pick<DealCard, 'threadId' | 'postid' | 'score' | 'commentCount' | 'isExpired' | 'finalPriceText'>;

/** A deal as `getDeal.php` returns it (spec §3). */
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
  /** Stores' own offers, by their ids. */
  offers?: Record<string, OfferState>;
}

/** What changes by itself of a store's own offer. */
export interface OfferState {
  isExpired: boolean;
}

/** What is requested, and the front page's deals, others, comments, and stores' offers by their ids. */
export type DealDetailsField = 'format' | 'page' | 'fpdealids[]' | 'populardealids[]' | 'postids[]' | 'offerids[]';

/** As much of the counts as a page shows. A server of an earlier version, beside which this one may run, does not return the price. */
export type ShownCounts = DealDetailsAnswer<
  Pick<DealCounts, 'score' | 'commentCount'> & Partial<Pick<DealCounts, 'isExpired' | 'finalPriceText'>>
>;

/** Counts of deals and comments (spec §7, getDeal.php; `format=counts` is an extension of ours). */
export const dealDetailsCall: GuardedContract<ShownCounts> = {
  address: '/ajax/getDeal.php',
  isAnswer: (json): json is ShownCounts =>
    isRecord(json) &&
    isRecord(json['dealDetails']) &&
    Object.values(json['dealDetails']).every(hasCounts) &&
    (json['postScores'] === undefined || (isRecord(json['postScores']) && Object.values(json['postScores']).every(isNumber))) &&
    (json['offers'] === undefined || (isRecord(json['offers']) && Object.values(json['offers']).every(hasState))),
};

const hasCounts = (deal: unknown) =>
  isRecord(deal) &&
  (deal['score'] === null || isNumber(deal['score'])) &&
  isNumber(deal['commentCount']) &&
  ['boolean', 'undefined'].includes(typeof deal['isExpired']) &&
  ['string', 'undefined'].includes(typeof deal['finalPriceText']);
const hasState = (offer: unknown) => isRecord(offer) && typeof offer['isExpired'] === 'boolean';
const isNumber = (value: unknown) => Number.isFinite(value);
