import type { Loaded } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { firstReplies } from '../comments/comments.server.ts';
import type { Reply } from '../comments/comment.ts';
import { dealPages, loadDeal, type Surroundings } from '../deals/detail.server.ts';
import type { DealPage } from '../deals/detail.ts';
import { feedAt, feedView } from '../feeds/address.ts';
import type { FeedPage } from '../feeds/feed.ts';
import { loadFeed } from '../feeds/feeds.server.ts';
import { categoryPaths } from '../feeds/subject.server.ts';
import { loadOffer, type OfferPage } from '../offers/detail.server.ts';
import { searchQuery } from '../search/query.ts';
import { loadSearch, type SearchPage } from '../search/search.server.ts';
import { notFoundMessage } from './addresses.ts';

/** Comments that stand on a deal's page. */
const COMMENTS_SHOWN = 100;

export type ShownPage = FeedPage | DealPage<Reply> | OfferPage | SearchPage;

/**
 * What an address leads to: the one way to a page's data for the page itself, its twin, its payload and
 * `/web-api/page/…`.
 * @param path pathname as it was sent
 */
export async function loadPage(context: Context, path: string, query: URLSearchParams): Promise<Loaded<ShownPage>> {
  return (await find(context, path, query)) ?? { status: 404, message: notFoundMessage(path) };
}

/** The pages of deals by their ids; of a deal that is not there, or not yet, there is none. */
export const loadDealPages = (context: Context, threadIds: number[]): Promise<Map<number, DealPage<Reply>>> =>
  dealPages(context, threadIds, around(context));

const around = ({ db }: Context): Surroundings<Reply> => ({
  comments: (threadIds) => firstReplies(db, threadIds, COMMENTS_SHOWN),
  categoryPaths: (ids) => categoryPaths(db, ids),
});

async function find(context: Context, path: string, query: URLSearchParams): Promise<Loaded<ShownPage> | undefined> {
  const [, first, second, ...rest] = path.length > 1 ? path.replace(/\/$/, '').split('/') : path.split('/');
  if (first === 'f' && second && rest.length === 0) {
    return loadDeal(context, second, around(context));
  }
  if (first === 'pco' && second && rest.length === 0) return loadOffer(context, second);
  if (first === 'search' && second === undefined) {
    const search = searchQuery(query);
    return search && loadSearch(context, search);
  }
  const feed = feedAt(path);
  const view = feed && feedView(feed, query);
  return view && loadFeed(context, feed, view);
}
