import type { DealCard } from '../deals/card.ts';
import type { OfferCard } from '../offers/offer.ts';

/** The first live deals of a feed, for a partner. */
export interface SyndicatedFeed {
  partner: string;
  title: string;
  path: string;
  items: (DealCard | OfferCard)[];
}
