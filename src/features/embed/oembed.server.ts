import { singleParam, readWhole } from '../../lib/exact-params.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { json } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { threadIdOf } from '../deals/deal.ts';
import { findCard } from '../deals/find-card.server.ts';
import { embedCode, FRAME } from './oembed.ts';

const THUMBNAIL = { width: 1200, height: 630 };
/** Seconds for which a consumer may keep the answer. */
const CACHE_AGE = 3600;

/**
 * Describes how the page of a deal is embedded (oembed.com). As the standard says, nothing in it is larger than `maxwidth` and
 * `maxheight`: the thumbnail is left out where it does not fit.
 * @returns undefined for an address that is not a deal's of this site
 * @throws Fault 501 for another format than JSON, 400 for a size that is none
 */
export async function answerOembed({ context, query }: Pick<Call, 'context' | 'query'>): Promise<Response | undefined> {
  if (query.has('format') && singleParam(query, 'format') !== 'json') throw new Fault(501, 'Only the format json is there.');
  const most = { width: sizeIn(query, 'maxwidth'), height: sizeIn(query, 'maxheight') };
  const { siteUrl, siteName } = context.config;
  const threadId = dealAt(singleParam(query, 'url') ?? '', siteUrl);
  const deal = threadId === undefined ? undefined : await findCard(context, threadId);
  if (!deal) return undefined;
  const frame = { width: Math.min(FRAME.width, most.width), height: Math.min(FRAME.height, most.height) };
  const described = {
    version: '1.0',
    type: 'rich',
    title: deal.dealTitle,
    provider_name: siteName,
    provider_url: `${siteUrl}/`,
    cache_age: CACHE_AGE,
    html: embedCode(siteUrl, deal, frame),
    ...frame,
    ...(THUMBNAIL.width <= most.width &&
      THUMBNAIL.height <= most.height && {
        thumbnail_url: `${siteUrl}/share/${deal.threadId}.png`,
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

/** The thread of the deal whose page is at an address; undefined for other addresses, and those of other sites. */
function dealAt(address: string, siteUrl: string): number | undefined {
  const url = URL.parse(address);
  if (url?.origin !== new URL(siteUrl).origin) return undefined;
  const [, slug] = /^\/f\/([^/]+)\/?$/.exec(url.pathname) ?? [];
  return slug === undefined ? undefined : threadIdOf(slug);
}
