import type { Context } from '../../server/context.ts';
import type { Reply } from '../comments/contracts/replies.ts';
import type { DealPage } from '../deals/detail.ts';
import { historyNow, priceWindows } from '../deals/price-windows.ts';
import type { OnDemand } from '../../server/http/handle.ts';
import { loadDirectory } from '../directories/load-directory.server.ts';
import { unfilteredView, feedAddress, PUBLISHED_PAGES, type Feed } from '../feeds/address.ts';
import { feedPages } from '../feeds/feeds.server.ts';
import { RSS_TYPE } from '../../lib/rss.ts';
import { RSS_CACHE, rssOf, rssPath } from '../feeds/rss.server.ts';
import { WORKER_CACHE, WORKER_PATH, workerText } from '../offline/worker-text.ts';
import type { Shell } from '../shell/shell.server.ts';
import { loadText, type TextPage } from '../texts/load-text.server.ts';
import { textAt } from '../texts/text-names.ts';
import { BROWSER_FILLED } from './browser-filled.ts';
import { dayIn } from '../../server/read-date.ts';
import { fileOf, PAYLOAD } from './addresses.ts';
import { lookJobs } from './look.server.ts';
import { avatarJobs } from './avatars.server.ts';
import { digestOf } from './compress.ts';
import { loadDealPages, loadOfferPage, type ShownPage } from './load.server.ts';
import { cacheControl } from './page-headers.ts';
import { pictureJobs } from './pictures.server.ts';
import type { PageTarget } from './page-target.ts';
import { SITE_TEXT_CACHE, SITE_TEXTS } from './site-texts.ts';
import type { RenderJob } from './render-job.ts';
import { requestPage } from './request-page.ts';
import { SITEMAP_CACHE, sitemapPath, sitemapText } from './sitemap.server.ts';

/** The context in which pages are rendered; the same for all that are rendered together. */
export interface RenderContext {
  context: Context;
  handler: OnDemand;
  /** The sitemap of the pages of text as it is in the bundle. */
  textSitemap?: string | undefined;
  /** The service worker as it is in the bundle. */
  worker?: string | undefined;
  shell: Shell;
  /** Digest of the shell. */
  shellDigest: string;
}

/** Loads the page of a deal; undefined when there is none, or not yet. */
export type DealLoader = (id: number) => Promise<DealPage<Reply> | undefined>;

/**
 * Loads the deals among these targets together, which takes a fraction of the time. If that fails, each is loaded by itself,
 * so that a deal that cannot be loaded does not affect the others.
 */
export function dealLoader(context: Context, targets: PageTarget[]): DealLoader {
  const ids = targets.flatMap((target) => (target.kind === 'deal' ? [target.id] : []));
  const together = ids.length > 0 ? loadDealPages(context, ids).catch(() => undefined) : undefined;
  return async (id) => ((await together) ?? (await loadDealPages(context, [id]))).get(id);
}

/** Loads the data of a target and returns the jobs that render it, first pages first; none when there is no such target. */
export async function renderJobsOf(renderContext: RenderContext, target: PageTarget, deal: DealLoader): Promise<RenderJob[]> {
  const { context } = renderContext;
  switch (target.kind) {
    case 'deal':
      return dealJobs(renderContext, await deal(target.id));
    case 'offer':
      return offerJobs(renderContext, target.id);
    case 'feed':
      return firstPageJobs(renderContext, target.feed);
    case 'later':
      return laterPageJobs(renderContext, target.feed);
    case 'text':
      return textPageJobs(renderContext, target.path);
    case 'error':
      return [htmlJob(renderContext, `/${target.status}.html`, '', {})];
    case 'sitemap':
      return sitemapJobs(renderContext, target.name);
    case 'avatar':
      return avatarJobs(context.db, target.digest);
    case 'picture':
      return pictureJobs(context.db, target.digest);
    case 'robots':
    case 'open-search':
    case 'manifest': {
      const { path, write } = SITE_TEXTS[target.kind];
      return [textJob(path, SITE_TEXT_CACHE, write(context.config))];
    }
    case 'look':
      return lookJobs(context.config);
    case 'worker':
      return [textJob(WORKER_PATH, WORKER_CACHE, workerText(renderContext))];
  }
}

function dealJobs(renderContext: RenderContext, page: DealPage<Reply> | undefined): RenderJob[] {
  if (!page) return [];
  const { config, clock } = renderContext.context;
  const { deal, prices } = page.pageData;
  const history = priceWindows(prices, dayIn(clock(), config.region.timeZone), historyNow(page.pageData));
  return pageJobs(renderContext, deal.path, page, JSON.stringify(history));
}

async function offerJobs(renderContext: RenderContext, id: number): Promise<RenderJob[]> {
  const loaded = await loadOfferPage(renderContext.context, String(id));
  return loaded?.status === 200 ? pageJobs(renderContext, loaded.page.pageData.offer.path, loaded.page) : [];
}

async function textPageJobs(renderContext: RenderContext, path: string): Promise<RenderJob[]> {
  const { context } = renderContext;
  if (BROWSER_FILLED.includes(path)) return [htmlJob(renderContext, path, '', {})];
  const name = textAt(path);
  if (name === undefined) return [];
  const text = await loadText(context, name);
  if (!text) return [];
  // Blocks also show settings that are not part of the shell.
  const data = JSON.stringify([text, [...context.config.bannerPixels]]);
  return [htmlJob(renderContext, path, data, { text })];
}

async function sitemapJobs(renderContext: RenderContext, name: string): Promise<RenderJob[]> {
  const text = await sitemapText(renderContext, name);
  return text === undefined ? [] : [textJob(sitemapPath(name), SITEMAP_CACHE, text)];
}

/** @param ofToday what the page shows that its payload does not say, because it is another one on another day */
function pageJobs(renderContext: RenderContext, address: string, page: ShownPage, ofToday = ''): RenderJob[] {
  const payload = JSON.stringify(page);
  const path = address.replace(/\?.*/s, '');
  return [
    htmlJob(renderContext, address, payload + ofToday, { page }),
    textJob(`${path === '/' ? '' : path}${PAYLOAD}`, cacheControl(path), payload),
  ];
}

const pagesFrom = ({ context }: RenderContext, feed: Feed, page: number, most: number) =>
  feedPages(context, feed, { ...unfilteredView(feed), page }, most);

async function firstPageJobs(renderContext: RenderContext, feed: Feed): Promise<RenderJob[]> {
  const [first] = await pagesFrom(renderContext, feed, 1, 1);
  if (!first) return directoryJobs(renderContext, feed);
  return [
    ...pageJobs(renderContext, feedAddress(feed, {}), first),
    { ...textJob(rssPath(feed), RSS_CACHE, rssOf(first, renderContext.context.config)), type: RSS_TYPE },
  ];
}

async function directoryJobs(renderContext: RenderContext, feed: Feed): Promise<RenderJob[]> {
  const page = await loadDirectory(renderContext.context, feed);
  return page ? pageJobs(renderContext, feedAddress(feed, {}), page) : [];
}

async function laterPageJobs(renderContext: RenderContext, feed: Feed): Promise<RenderJob[]> {
  const pages = await pagesFrom(renderContext, feed, 2, PUBLISHED_PAGES - 1);
  return pages.map((page) => htmlJob(renderContext, feedAddress(feed, { page: page.pageData.page }), JSON.stringify(page), { page }));
}

function htmlJob(
  { context, handler, shell, shellDigest }: RenderContext,
  address: string,
  data: string,
  locals: { page?: ShownPage; text?: TextPage },
): RenderJob {
  return {
    address,
    file: fileOf(address),
    cacheControl: cacheControl(address.replace(/\?.*/s, '')),
    madeFrom: digestOf(shellDigest + data),
    async make() {
      const { status, html } = await requestPage(handler, address, { context, shell, ...locals });
      if (status === 200 && html !== undefined) return html;
      throw new Error(`${address} could not be made: the page answers ${status}`);
    },
  };
}

const textJob = (address: string, cache: string, text: string): RenderJob => ({
  address,
  file: fileOf(address),
  cacheControl: cache,
  madeFrom: digestOf(text),
  make: () => text,
});
