import { byEvidence } from '../../lib/coupon-evidence.ts';
import type { LoadResult } from '../../lib/page.ts';
import { idParam } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { positionOf, repliesOf, type Position } from '../comments/comments.server.ts';
import { toHtml } from '../comments/markup.server.ts';
import { bestComments } from '../comments/best.server.ts';
import { pageOf, REPLIES_AT_ONCE } from '../comments/comment.ts';
import { COMMENT_SORTS, type CommentSort, type Reply } from '../comments/contracts/replies.ts';
import { addCardEvidence, addDealCardEvidence, addDealEvidence, addOfferEvidence } from '../coupon-results/with-evidence.server.ts';
import { threadIdOf } from '../deals/deal.ts';
import { dealPages, loadDeal, type DealPageLoaders } from '../deals/detail.server.ts';
import type { DealPage } from '../deals/detail.ts';
import type { DirectoryPage } from '../directories/directory.ts';
import { loadDirectory } from '../directories/load-directory.server.ts';
import { feedAt, feedView } from '../feeds/address.ts';
import { isOffer, type FeedPage } from '../feeds/feed.ts';
import { loadFeed } from '../feeds/feeds.server.ts';
import { categoryPaths } from '../feeds/subject.server.ts';
import { loadOffer, type OfferPage } from '../offers/detail.server.ts';
import { searchQuery } from '../search/query.ts';
import type { SearchPage } from '../search/search-data.ts';
import { loadSearch } from '../search/search.server.ts';
import { storeCoupons } from './store-coupons.server.ts';
import { notFoundMessage } from '../../lib/not-found.ts';

export type ShownPage = FeedPage | DirectoryPage | DealPage<Reply> | OfferPage | SearchPage;

/**
 * What an address leads to: the one way to a page's data for the page itself, its twin, its payload and
 * `/web-api/page/…`.
 * @param path pathname as it was sent
 */
export async function loadPage(context: Context, path: string, query: URLSearchParams): Promise<LoadResult<ShownPage>> {
  return (await find(context, path, query)) ?? { status: 404, message: notFoundMessage(path) };
}

/** The pages of deals by their ids; of a deal that is not there, or not yet, there is none. */
export async function loadDealPages(context: Context, threadIds: number[]): Promise<Map<number, DealPage<Reply>>> {
  const pages = await dealPages(context, threadIds, loaders(context));
  await addDealEvidence(context, pages.values());
  return new Map([...pages].map(([id, page]) => [id, withFirstReplies(page)]));
}

/** Cuts the comments to those that the page shows: one more was read, to know whether there are further ones. */
function withFirstReplies(page: DealPage<Reply>): DealPage<Reply> {
  const { replies, next } = pageOf(page.pageData.comments, REPLIES_AT_ONCE);
  return { ...page, pageData: { ...page.pageData, comments: replies, commentsNext: next } };
}

const loaders = (context: Context, after?: Position, sort: CommentSort = 'old'): DealPageLoaders<Reply> => ({
  comments: (threadIds) => repliesOf(context.db, 'thread_id', threadIds, { each: REPLIES_AT_ONCE + 1, after, sort }),
  bestComments: (threadIds) => bestComments(context.db, threadIds),
  storeCoupons: (storeIds) => storeCoupons(context, storeIds),
  markup: (text) => toHtml(text),
  categoryPaths: (ids) => categoryPaths(context.db, ids),
});

/**
 * A deal's page, its comments in an order that was asked for, or after a post: what the pages of a long thread and links to
 * comments lead to. 0 is the beginning, as it is right now.
 */
async function loadDealFrom(context: Context, slug: string, query: URLSearchParams): Promise<LoadResult<DealPage<Reply>> | undefined> {
  const [asked = 'old', ...more] = query.getAll('comments');
  const sort = more.length === 0 ? COMMENT_SORTS.find((name) => name === asked) : undefined;
  if (!sort) return undefined;
  if (!query.has('from-reply') && sort === 'old') return loadDealWithReplies(context, slug);
  const threadId = threadIdOf(slug);
  const from = query.has('from-reply') ? (idParam(query, 'from-reply') ?? (query.getAll('from-reply').join() === '0' ? 0 : undefined)) : 0;
  if (threadId === undefined || from === undefined) return undefined;
  const after = from === 0 ? undefined : await positionOf(context.db, threadId, from);
  const found = await loadDealWithReplies(context, slug, after, sort);
  if (found?.status !== 200) return found;
  const { pageData, pageMetadata, pageLayout } = found.page;
  if (from !== 0 && !after) return { status: 301, location: pageData.deal.path };
  return {
    status: 200,
    page: {
      pageData: { ...pageData, commentsAfter: from, ...(sort !== 'old' && { commentsSort: sort }) },
      pageLayout,
      pageMetadata: { ...pageMetadata, robots: 'noindex,follow' },
    },
  };
}

async function loadDealWithReplies(
  context: Context,
  slug: string,
  after?: Position,
  sort?: CommentSort,
): Promise<LoadResult<DealPage<Reply>> | undefined> {
  const found = await loadDeal(context, slug, loaders(context, after, sort));
  if (found?.status !== 200) return found;
  await addDealEvidence(context, [found.page]);
  return { status: 200, page: withFirstReplies(found.page) };
}

/** The page of the offer with this id, and how its code worked for members. */
export async function loadOfferPage(context: Context, id: string): Promise<LoadResult<OfferPage> | undefined> {
  const found = await loadOffer(context, id);
  if (found?.status === 200) await addOfferEvidence(context, found.page);
  return found;
}

async function find(context: Context, path: string, query: URLSearchParams): Promise<LoadResult<ShownPage> | undefined> {
  const [, first, second, ...rest] = path.length > 1 ? path.replace(/\/$/, '').split('/') : path.split('/');
  if (first === 'f' && second && rest.length === 0) return loadDealFrom(context, second, query);
  if (first === 'pco' && second && rest.length === 0) return loadOfferPage(context, second);
  if (first === 'search' && second === undefined) {
    const search = searchQuery(query);
    const found = search && (await loadSearch(context, search));
    if (found?.status === 200) {
      const { items, near, popular, offers } = found.page.pageData;
      await addCardEvidence(context, offers.items);
      await addDealCardEvidence(context, [...items, ...near, ...popular]);
    }
    return found;
  }
  const feed = feedAt(path);
  const view = feed && feedView(feed, query);
  if (!view) return undefined;
  // A collection of the site may have the address of a directory.
  const found = await withEvidence(context, await loadFeed(context, feed, view));
  if (found || view.page > 1) return found;
  const page = await loadDirectory(context, feed);
  return page && { status: 200, page };
}

/** A feed whose deals and offers say how their codes worked for members; of a store's offers, those that worked come first. */
async function withEvidence(context: Context, found: LoadResult<FeedPage> | undefined): Promise<LoadResult<FeedPage> | undefined> {
  if (found?.status !== 200) return found;
  const { items, hottest, offers } = found.page.pageData;
  await addDealCardEvidence(context, [...hottest, ...items.flatMap((item) => (isOffer(item) ? [] : [item]))]);
  await addCardEvidence(context, [...items.flatMap((item) => (isOffer(item) ? [item] : [])), ...offers]);
  offers.sort((one, other) => Number(one.isExpired) - Number(other.isExpired) || byEvidence(one.couponEvidence, other.couponEvidence));
  return found;
}
