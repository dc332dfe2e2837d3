import { notAllowed, type Api } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { RSS_TYPE, rssDocument, type RssItem } from '../../lib/rss.ts';
import type { Config } from '../../server/config.ts';
import type { DealCard } from '../deals/card.ts';
import { pictureFile } from '../deals/pictures.ts';
import { dealDescription } from '../deals/words.ts';
import type { OfferCard } from '../offers/offer.ts';
import { offerDescription } from '../offers/words.ts';
import { unfilteredView, feedAt, feedPath, type Feed } from './address.ts';
import { isOffer, type FeedPage } from './feed.ts';
import { loadFeed } from './feeds.server.ts';

const FILE = /\/feed\.xml\/?$/;

/** RSS 2.0 of the first page of a feed (`/feed.xml`, `/{feed path}/feed.xml`); undefined when there is no such feed. */
export async function feedRss({ request, url, locals }: Pick<Api, 'request' | 'url' | 'locals'>): Promise<Response | undefined> {
  const { context, path = url.pathname } = locals;
  const feed = feedAt(path.replace(FILE, '') || '/');
  const loaded = feed && (await loadFeed(context, feed, unfilteredView(feed)));
  if (loaded?.status !== 200) return undefined;
  if (!reads(request)) return notAllowed('This feed can only be read.', 'GET, HEAD');
  return new Response(rssOf(loaded.page, context.config), { headers: { 'Content-Type': RSS_TYPE, 'Cache-Control': RSS_CACHE } });
}

export const RSS_CACHE = 'public, max-age=300';

/** Address of a feed's RSS. */
export const rssPath = (feed: Feed) => `${feed.kind === 'home' ? '' : feedPath(feed)}/feed.xml`;

/** RSS 2.0 of a feed's first page. */
export function rssOf(
  { pageData: data, pageMetadata: metadata }: FeedPage,
  { siteUrl, region }: Pick<Config, 'siteUrl' | 'region'>,
): string {
  const channel = {
    title: metadata.title,
    link: siteUrl + data.path,
    description: metadata.description,
    self: siteUrl + rssPath(data.feed),
    region,
  };
  return rssDocument(
    channel,
    data.items.map((item) => rssItem(item, siteUrl + item.path, siteUrl)),
  );
}

/** A deal or offer as an entry of RSS. @param link the absolute address that it leads to */
export const rssItem = (item: DealCard | OfferCard, link: string, siteUrl: string): RssItem => ({
  title: item.dealTitle,
  link,
  guid: item.uniqueId,
  published: new Date(item.postedAt),
  picture: pictureFile(item.picture, siteUrl),
  ...(isOffer(item) ? { description: offerDescription(item) } : { description: dealDescription(item), category: item.category.name }),
});
