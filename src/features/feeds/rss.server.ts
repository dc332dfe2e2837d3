import { notAllowed, type Api } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { htmlLang, type Region } from '../../lib/region.ts';
import { escapeXml } from '../../lib/xml.ts';
import type { Config } from '../../server/config.ts';
import type { DealCard } from '../deals/card.ts';
import { dealDescription } from '../deals/words.ts';
import type { OfferCard } from '../offers/offer.ts';
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

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';
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
    data.items.map((item) => ({ item, link: siteUrl + item.path })),
  );
}

interface Channel {
  title: string;
  link: string;
  description: string;
  /** Address of the RSS itself; left out where it is not for everybody. */
  self?: string;
  region: Region;
}

/** RSS 2.0 of deals and offers, each with the absolute address that it leads to. */
export function rssDocument({ title, link, description, self, region }: Channel, entries: { item: RssItem; link: string }[]): string {
  const newest = entries
    .map(({ item }) => postedAt(item))
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1);
  const channel = [
    tag('title', title),
    tag('link', link),
    tag('description', description),
    tag('language', htmlLang(region)),
    newest ? tag('lastBuildDate', new Date(newest).toUTCString()) : '',
    self ? `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>` : '',
    ...entries.map((entry) => rssItem(entry.item, entry.link)),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel.join('')}</channel></rss>\n`;
}

type RssItem = DealCard | OfferCard;

function rssItem(item: RssItem, link: string): string {
  const posted = postedAt(item);
  return `<item>${[
    tag('title', item.dealTitle),
    tag('link', link),
    `<guid isPermaLink="false">${escapeXml(item.uniqueId)}</guid>`,
    posted ? tag('pubDate', new Date(posted).toUTCString()) : '',
    tag(
      'description',
      isOffer(item) ? [item.savingText, item.store?.name ?? item.maker].filter(Boolean).join(' at ') : dealDescription(item),
    ),
    ...(isOffer(item) ? [] : [tag('category', item.category.name)]),
  ].join('')}</item>`;
}

const postedAt = (item: RssItem) => (isOffer(item) ? undefined : item.postedAt);
const tag = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`;
