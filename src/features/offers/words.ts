import { isolated } from '../../lib/bidi-controls.ts';
import { capitalized } from '../../lib/capitalized.ts';
import type { OfferCard } from './offer.ts';

/** What an offer saves and where, and its title, since a store may have several of one saving: for search results, shared links and feeds. */
export function offerDescription({ dealTitle, savingText, code, isExpired, year, store, maker }: OfferCard): string {
  const words = [
    isExpired ? 'Expired' : '',
    savingText ?? (code === null ? 'cashback' : 'coupon code'),
    savingText !== null && code !== null ? 'with a coupon code' : '',
    `at ${isolated(store?.name ?? maker ?? '')}`,
    year === null ? '' : `in ${year}`,
  ];
  return `${capitalized(words.filter(Boolean).join(' '))}. ${isolated(dealTitle)}`;
}
