import { isolated } from '../../lib/bidi-controls.ts';
import type { DealCard } from './card.ts';

/** A price as pages show it: the `free` of the API is capitalized. */
export const shownPrice = (text: string) => (text === 'free' ? 'Free' : text);

/** The word after the number of comments on a card. */
export const commentsOn = (count: number, title: string) => ` ${count === 1 ? 'comment' : 'comments'} on ${title}`;

/** One sentence that sums a deal up, for search results and shared links. */
export function dealDescription(deal: DealCard): string {
  const saving = deal.priorPriceText && deal.percentOff ? `, ${deal.percentOff}% off ${deal.priorPriceText}` : '';
  const state = deal.isExpired ? 'Expired: was ' : '';
  return `${state}${shownPrice(deal.finalPriceText)} at ${isolated(deal.store.name)}${saving}. ${isolated(deal.dealTitle)}`;
}
