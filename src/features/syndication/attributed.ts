import type { DealCard } from '../deals/card.ts';
import { isOffer } from '../feeds/feed.ts';
import type { OfferCard } from '../offers/offer.ts';

/** Where the ways out of partners' pages are counted. */
const LIST = '/syndicated';

/** The address of one of our pages, which says from which partner somebody comes. */
export const attributedPage = (siteUrl: string, partner: string, path: string) =>
  `${siteUrl}${path}?${new URLSearchParams({ utm_source: partner, utm_medium: 'syndication' })}`;

/** The way out to the store of a deal or offer, counted for its partner and its place from 1. */
export function attributedStoreLink(siteUrl: string, partner: string, item: DealCard | OfferCard, place: number): string {
  const subject: Record<string, string> = isOffer(item) ? { pcoid: String(item.pcoId) } : { tid: String(item.threadId) };
  return `${siteUrl}/click?${new URLSearchParams({ ...subject, u1: partner, sn: LIST, lno: String(place) })}`;
}
