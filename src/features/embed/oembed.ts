import { escapeXml } from '../../lib/xml.ts';
import type { DealCard } from '../deals/card.ts';
import { feedAddress, feedPath, type Feed, type FeedView } from '../feeds/address.ts';
import { searchAddress, type SearchQuery } from '../search/query.ts';

/** Sizes of frames in CSS pixels, when nobody asks for less. */
export const FRAME = { width: 480, height: 200 };
/** Shows four deals and the beginning of the fifth. */
export const LIST_FRAME = { width: 480, height: 480 };

/** What is in a frame. */
export interface Framed {
  /** The query of its address below `/embed`. */
  query: Record<string, string>;
  title: string;
}

/** The name of a search where it is embedded. */
export const searchTitle = (q: string) => `Deals for “${q}”`;

/** Address that describes how a page is embedded (oEmbed). */
export const oembedAddress = (siteUrl: string, page: string) => `${siteUrl}/web-api/oembed/?url=${encodeURIComponent(page)}&format=json`;

/** The HTML that shows a deal on another site. */
export const embedCode = (siteUrl: string, { threadId, dealTitle }: Pick<DealCard, 'threadId' | 'dealTitle'>, size = FRAME): string =>
  frameCode(siteUrl, { query: { deal: String(threadId) }, title: dealTitle }, size);

/** The HTML of a frame on another site. */
export function frameCode(siteUrl: string, { query, title }: Framed, { width, height }: typeof FRAME): string {
  const address = `${siteUrl}/embed?${new URLSearchParams(query)}`;
  const attributes = { src: address, title, width, height, loading: 'lazy', style: 'border:0;max-width:100%' };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(String(value))}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}

/** The path of a feed, if it can be embedded; undefined for later pages, other orders and filtered feeds. */
export function embeddedFeed(feed: Feed, view: Partial<FeedView>): string | undefined {
  const path = feedPath(feed);
  return feedAddress(feed, view) === path ? path : undefined;
}

/** The path of a search, if it can be embedded; undefined for later pages and filtered searches. */
export function embeddedSearch(query: SearchQuery): string | undefined {
  const path = `/search?${new URLSearchParams({ q: query.q })}`;
  return query.q !== '' && searchAddress(query, query.page) === path ? path : undefined;
}
