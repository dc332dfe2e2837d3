import type { DealCard } from '../deals/card.ts';
import { isOffer } from '../feeds/feed.ts';
import type { OfferCard } from '../offers/offer.ts';

/** The path under which clicks to stores from partners' pages are counted. */
const LIST = '/syndicated';

/** The address of a page of this site, with the partner that the visitor comes from. */
export const attributedPage = (siteUrl: string, partner: string, path: string) =>
  `${siteUrl}${path}?${new URLSearchParams({ utm_source: partner, utm_medium: 'syndication' })}`;

/** The link to the store of a deal or offer, counted for the partner and its position, from 1. */
export function attributedStoreLink(siteUrl: string, partner: string, item: DealCard | OfferCard, place: number): string {
  const subject: Record<string, string> = isOffer(item) ? { pcoid: String(item.pcoId) } : { tid: String(item.threadId) };
  return `${siteUrl}/click?${new URLSearchParams({ ...subject, u1: partner, sn: LIST, lno: String(place) })}`;
}
