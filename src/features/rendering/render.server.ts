import type { Context } from '../../server/context.ts';
import type { Reply } from '../comments/comment.ts';
import type { DealPage } from '../deals/detail.ts';
import type { OnDemand } from '../../server/http/handle.ts';
import { defaultSort, feedAddress, PUBLISHED_PAGES, type Feed } from '../feeds/address.ts';
import { feedPages } from '../feeds/feeds.server.ts';
import { RSS_CACHE, RSS_TYPE, rssOf, rssPath } from '../feeds/rss.server.ts';
import { loadOffer } from '../offers/detail.server.ts';
import type { Shell } from '../shell/shell.server.ts';
import { PAYLOAD } from './addresses.ts';
import { digestOf } from './compress.ts';
import { loadDealPages, type ShownPage } from './load.server.ts';
import { cacheControl } from './page-headers.ts';
import type { PageTarget } from './page-target.ts';
import { requestPage } from './request-page.ts';
import { SITEMAP_CACHE, sitemapPath, sitemapText } from './sitemap.server.ts';

/** What an address is to answer, as yet unmade. */
export interface RenderJob {
  address: string;
  /** Ending of the file's name. */
  ending: '.html' | '.json' | '.xml';
  type?: string;
  cacheControl: string;
  /** Digest of everything it is made from: while it is the same, so is what is made. */
  madeFrom: string;
  make(): Promise<string | Buffer> | string;
}

/** What drafts are made with, the same for all that are made together. */
export interface RenderContext {
  context: Context;
  handler: OnDemand;
  shell: Shell;
  /** Digest of the shell. */
  shellDigest: string;
}

/** Gives the page of a deal; undefined when there is none, or not yet. */
type DealLoader = (id: number) => Promise<DealPage<Reply> | undefined>;

/**
 * Loads the deals among these places together, which takes a fraction of the time. If that fails each is loaded by itself,
 * so that one which cannot be loaded leaves the others alone.
 */
export function dealLoader(context: Context, places: PageTarget[]): DealLoader {
  const ids = places.flatMap((place) => (place.kind === 'deal' ? [place.id] : []));
  const together = ids.length > 0 ? loadDealPages(context, ids).catch(() => undefined) : undefined;
  return async (id) => ((await together) ?? (await loadDealPages(context, [id]))).get(id);
}

/** Loads what a place shows and says what is to be made of it, first pages first; nothing when there is no such place. */
export async function renderJobsOf(workshop: RenderContext, place: PageTarget, deal: DealLoader): Promise<RenderJob[]> {
  const { context } = workshop;
  switch (place.kind) {
    case 'deal': {
      const page = await deal(place.id);
      return page ? pageJobs(workshop, page.pageData.deal.path, page) : [];
    }
    case 'offer': {
      const loaded = await loadOffer(context, String(place.id));
      return loaded?.status === 200 ? pageJobs(workshop, loaded.page.pageData.offer.path, loaded.page) : [];
    }
    case 'feed':
      return firstPageJobs(workshop, place.feed);
    case 'later':
      return laterPageJobs(workshop, place.feed);
    case 'text':
      return [htmlJob(workshop, place.path, '', {})];
    case 'sitemap': {
      const text = await sitemapText(context, place.name);
      return text === undefined ? [] : [textJob(sitemapPath(place.name), '.xml', SITEMAP_CACHE, text)];
    }
  }
}

function pageJobs(workshop: RenderContext, address: string, page: ShownPage): RenderJob[] {
  const payload = JSON.stringify(page);
  const path = address.replace(/\?.*$/, '');
  return [
    htmlJob(workshop, address, payload, { page }),
    textJob(`${path === '/' ? '' : path}${PAYLOAD}`, '.json', cacheControl(path), payload),
  ];
}

const pagesFrom = ({ context }: RenderContext, feed: Feed, page: number, most: number) =>
  feedPages(context, feed, { page, sort: defaultSort(feed), hideExpired: false }, most);

async function firstPageJobs(workshop: RenderContext, feed: Feed): Promise<RenderJob[]> {
  const [first] = await pagesFrom(workshop, feed, 1, 1);
  if (!first) return [];
  return [
    ...pageJobs(workshop, feedAddress(feed, {}), first),
    { ...textJob(rssPath(feed), '.xml', RSS_CACHE, rssOf(first, workshop.context.config.siteUrl)), type: RSS_TYPE },
  ];
}

async function laterPageJobs(workshop: RenderContext, feed: Feed): Promise<RenderJob[]> {
  const pages = await pagesFrom(workshop, feed, 2, PUBLISHED_PAGES - 1);
  return pages.map((page) => htmlJob(workshop, feedAddress(feed, { page: page.pageData.page }), JSON.stringify(page), { page }));
}

function htmlJob(
  { context, handler, shell, shellDigest }: RenderContext,
  address: string,
  data: string,
  locals: { page?: ShownPage },
): RenderJob {
  return {
    address,
    ending: '.html',
    cacheControl: cacheControl(address.replace(/\?.*$/, '')),
    madeFrom: digestOf(shellDigest + data),
    async make() {
      const { status, type, body } = await requestPage(handler, address, { context, shell, ...locals });
      if (status === 200 && type.startsWith('text/html')) return body;
      throw new Error(`${address} could not be made: the page answers ${status}`);
    },
  };
}

const textJob = (address: string, ending: RenderJob['ending'], cache: string, text: string): RenderJob => ({
  address,
  ending,
  cacheControl: cache,
  madeFrom: digestOf(text),
  make: () => text,
});
