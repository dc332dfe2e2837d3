import { singleParam, readWhole } from '../../lib/exact-params.ts';
import { SITE_PICTURE } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { type Call, json } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { threadIdOf } from '../deals/deal.ts';
import { findCard } from '../deals/find-card.server.ts';
import { feedAt, feedView } from '../feeds/address.ts';
import { loadFeed } from '../feeds/feeds.server.ts';
import { searchQuery } from '../search/query.ts';
import { embeddedFeed, embeddedSearch, FRAME, frameCode, LIST_FRAME, searchTitle, type Framed } from './oembed.ts';

const THUMBNAIL = { width: 1200, height: 630 };
/** Seconds for which a consumer may keep the answer. */
const CACHE_AGE = 3600;

/** An embeddable page of this site. */
interface Embedded extends Framed {
  size: typeof FRAME;
  /** Path of its share picture. */
  picture: string;
}

/**
 * Describes how the page of a deal, a feed or a search is embedded (oembed.com). As the standard says, nothing in it is larger than `maxwidth` and
 * `maxheight`: the thumbnail is left out where it does not fit.
 * @returns undefined for any other address
 * @throws Fault 501 for another format than JSON, 400 for a size that is none
 */
export async function answerOembed({ context, query }: Pick<Call, 'context' | 'query'>): Promise<Response | undefined> {
  if (query.has('format') && singleParam(query, 'format') !== 'json') throw new Fault(501, 'Only the format json is there.');
  const most = { width: sizeIn(query, 'maxwidth'), height: sizeIn(query, 'maxheight') };
  const { siteUrl, siteName } = context.config;
  const embedded = await embeddedAt(context, singleParam(query, 'url') ?? '');
  if (!embedded) return undefined;
  const { size, title, picture } = embedded;
  const frame = { width: Math.min(size.width, most.width), height: Math.min(size.height, most.height) };
  const described = {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: siteName,
    provider_url: `${siteUrl}/`,
    cache_age: CACHE_AGE,
    html: frameCode(siteUrl, embedded, frame),
    ...frame,
    ...(THUMBNAIL.width <= most.width &&
      THUMBNAIL.height <= most.height && {
        thumbnail_url: siteUrl + picture,
        thumbnail_width: THUMBNAIL.width,
        thumbnail_height: THUMBNAIL.height,
      }),
  };
  return json(described, 200, { 'Cache-Control': 'public, max-age=60' });
}

function sizeIn(query: URLSearchParams, name: string): number {
  if (!query.has(name)) return Infinity;
  const size = readWhole(singleParam(query, name) ?? '', 1);
  if (size === undefined) throw new Fault(400, `${name} is a whole number of pixels.`);
  return size;
}

async function embeddedAt(context: Context, address: string): Promise<Embedded | undefined> {
  const url = URL.parse(address);
  if (url?.origin !== new URL(context.config.siteUrl).origin) return undefined;
  const [, slug] = /^\/f\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  if (slug !== undefined) return embeddedDeal(context, threadIdOf(slug));
  if (/^\/search\/?$/.test(url.pathname)) {
    const search = searchQuery(url.searchParams);
    return search && embeddedSearch(search) ? listed({ q: search.q }, searchTitle(search.q)) : undefined;
  }
  const feed = feedAt(url.pathname);
  const view = feed && feedView(feed, url.searchParams);
  const loaded = view && embeddedFeed(feed, view) ? await loadFeed(context, feed, view) : undefined;
  return loaded?.status === 200 ? listed({ feed: loaded.page.pageData.path }, loaded.page.pageData.title) : undefined;
}

const listed = (query: Framed['query'], title: string): Embedded => ({ query, title, size: LIST_FRAME, picture: SITE_PICTURE });

async function embeddedDeal(context: Context, id: number | undefined): Promise<Embedded | undefined> {
  const deal = id === undefined ? undefined : await findCard(context, id);
  return deal && { query: { deal: String(deal.threadId) }, title: deal.dealTitle, size: FRAME, picture: `/share/${deal.threadId}.png` };
}
