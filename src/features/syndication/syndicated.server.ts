import type { AstroGlobal } from 'astro';
import type { Context } from '../../server/context.ts';
import { faulty, json, notAllowed } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { Fault } from '../../server/http/fault.ts';
import { unfilteredView, feedAt, type Feed } from '../feeds/address.ts';
import { loadFeed } from '../feeds/feeds.server.ts';
import { RSS_TYPE } from '../../lib/rss.ts';
import { singleParam } from '../../lib/exact-params.ts';
import { partnerWithKey, type Partner } from './partners.server.ts';
import { syndicatedJson, syndicatedRss } from './programs.ts';
import type { SyndicatedFeed } from './syndicated-feed.ts';
import { formatIn, syndicatedQuery } from './syndicated-query.ts';

/** What a partner's page shows: a feed, or why there is none. */
export type Syndicated = SyndicatedFeed | Pick<Fault, 'status' | 'message'>;

const USUAL_FEED = '/popular';

/**
 * Answers `/syndicated`, in HTML, JSON or RSS, to requests with a partner's key; cookies are not read.
 * @returns a response, or what the page shows; its status and headers are set on the way
 */
export async function answerSyndicated({
  locals,
  request,
  url: { searchParams: query },
  response,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>): Promise<Response | Syndicated> {
  if (!reads(request)) return notAllowed('This page can only be read.', 'GET, HEAD');
  const { context, network = 'unknown' } = locals;
  const format = formatIn(query);
  const partner = await partnerWithKey(context, singleParam(query, 'key') ?? '');
  const feed = format ? await loadSyndicated(context, partner, network, query) : new Fault(400, 'The format is html, json or rss.');
  const failed = feed instanceof Fault;
  const headers = {
    'Cache-Control': failed ? 'no-store' : 'private, max-age=60',
    'X-Robots-Tag': 'noindex',
    // The address contains the key.
    'Referrer-Policy': 'no-referrer',
    ...(failed && feed.headers),
  };
  if (failed && format !== 'html') return faulty(new Fault(feed.status, feed.message, headers));
  if (!failed && format === 'json') return json(syndicatedJson(feed, context.config), 200, headers);
  if (!failed && format === 'rss')
    return new Response(syndicatedRss(feed, context.config), { headers: { ...headers, 'Content-Type': RSS_TYPE } });
  response.status = failed ? feed.status : 200;
  response.headers.set('Content-Security-Policy', framePolicy(partner));
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return feed;
}

/** The Content-Security-Policy: only styles and pictures are loaded, and only the partner's site and our own may frame the page. */
const framePolicy = (partner: Partner | undefined) =>
  [
    `default-src 'none'`,
    `style-src 'self'`,
    `img-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    ['frame-ancestors', `'self'`, ...(partner ? [partner.site] : [])].join(' '),
  ].join('; ');

async function loadSyndicated(
  context: Context,
  partner: Partner | undefined,
  network: string,
  query: URLSearchParams,
): Promise<SyndicatedFeed | Fault> {
  const seconds = context.networkLimits.take('syndicated', partner ? `partner ${partner.name}` : network);
  if (seconds > 0)
    return new Fault(429, `There were too many requests. Please wait ${seconds} seconds.`, { 'Retry-After': String(seconds) });
  if (!partner)
    return new Fault(
      403,
      `This page is for partners of ${context.config.siteName}, and the key in its address is missing, wrong or has ended.`,
    );
  const asked = syndicatedQuery(query);
  if (typeof asked === 'string') return new Fault(400, asked);
  const feed = asked.feed === undefined ? feedAt(partner.feeds?.[0] ?? USUAL_FEED) : asked.feed;
  const loaded = feed && (await loadLive(context, feed));
  if (!loaded) return new Fault(404, 'There is no such feed.');
  if (partner.feeds && !partner.feeds.includes(loaded.path)) return new Fault(403, 'The key in this address is not for this feed.');
  return { partner: partner.name, ...loaded, items: loaded.items.slice(0, asked.count) };
}

/** A feed's first page without what has expired; undefined when there is no such feed. */
async function loadLive(context: Context, feed: Feed): Promise<Pick<SyndicatedFeed, 'title' | 'path' | 'items'> | undefined> {
  const loaded = await loadFeed(context, feed, { ...unfilteredView(feed), hideExpired: true });
  if (loaded?.status !== 200) return undefined;
  const { title, path, items } = loaded.page.pageData;
  return { title, path, items };
}
