import { formatDate } from '../../lib/dates.ts';
import type { Region } from '../../lib/region.ts';
import type { DealCard } from './card.ts';

/** The compared price in words: what it was and when it was seen, never a price nobody saw. */
export function comparedPrice(deal: Pick<DealCard, 'listPriceText' | 'listPriceSeen'>, region: Region): string | undefined {
  if (deal.listPriceText === null) return undefined;
  return deal.listPriceSeen ? `${deal.listPriceText}, seen on ${formatDate(deal.listPriceSeen, region)}` : deal.listPriceText;
}

/** A price for people: the calls' `free` stands as a word of its own. */
export const shownPrice = (text: string) => (text === 'free' ? 'Free' : text);

/** One sentence that sums a deal up, for search results and shared links. */
export function dealDescription(deal: DealCard, region: Region): string {
  const compared = comparedPrice(deal, region);
  const saving = compared && deal.percentOff ? `, ${deal.percentOff}% off ${compared}` : '';
  const state = deal.isExpired ? 'Expired: was ' : '';
  return `${state}${shownPrice(deal.finalPriceText)} at ${deal.store.name}${saving}. ${deal.dealTitle}`;
}
