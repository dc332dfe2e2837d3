import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { shownDeals, visibleDeals, withTaxonomy } from '../deals/shown-deals.server.ts';
import { meetsFilters, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import type { FeedView, Sort } from './address.ts';
import { feedDeals, type FeedQuery } from './feed-query.server.ts';

/** When a deal, `d`, came to the front page: when it was posted, or when an editor featured it. */
const CAME = sql<Date>`greatest(d.posted_at, d.featured_at)`;

/** A piece of a list. */
interface Piece {
  limit: number;
  offset: number;
}

/**
 * Some deals of a feed, `d`, in its order; expired ones come after all others. They are chosen before other tables are joined: otherwise
 * a later page would join all deals before it, or all of the feed.
 */
export function orderedDeals(
  context: Pick<Context, 'db' | 'config'>,
  query: FeedQuery,
  { limit, offset }: Piece,
): ReturnType<typeof shownDeals> {
  const { feed, view, resolved } = query;
  if (feed.kind === 'for-you' && view.sort === 'hot')
    return inTurn(context.db, view, offset + limit, resolved)
      .limit(limit)
      .offset(offset);
  const inItsOrder = (deals: Deals) => inOrder(deals, view.sort, feed.kind === 'home');
  const chosen = inItsOrder(feedDeals(context, query)).select('d.thread_id').limit(limit).offset(offset);
  return withTaxonomy(inItsOrder(visibleDeals(context.db).where(sql<boolean>`d.thread_id = any(array(${chosen}))`)));
}

type Deals = ReturnType<typeof visibleDeals>;

function inOrder(deals: Deals, sort: Sort, isHome: boolean): Deals {
  const liveFirst = deals.orderBy('d.expired_last');
  switch (sort) {
    case 'new':
      return liveFirst.orderBy(isHome ? CAME : 'd.posted_at', 'desc').orderBy('d.thread_id', 'desc');
    case 'price':
      return liveFirst.orderBy('d.total_cents').orderBy('d.thread_id', 'desc');
    case 'discount':
      return liveFirst.orderBy('d.percent_off', (by) => by.desc().nullsLast()).orderBy('d.thread_id', 'desc');
    case 'rising':
      return liveFirst.orderBy('d.gained_day', 'desc').orderBy('d.rank', 'desc').orderBy('d.thread_id', 'desc');
    case 'hot':
      return liveFirst.orderBy('d.rank', 'desc').orderBy('d.thread_id', 'desc');
  }
}

/**
 * The best of every category first, then the second best of each, and so on.
 * @param most how many of them are wanted at most: no category can have more among them
 */
function inTurn(db: Db, { hideExpired }: FeedView, most: number, resolved?: ResolvedFilters) {
  return shownDeals(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('categories')
          .innerJoinLateral(
            (best) =>
              best
                .selectFrom('deals as d')
                .select([
                  'thread_id',
                  'expired_last',
                  'rank',
                  sql<number>`row_number() over (order by expired_last, rank desc, thread_id desc)`.as('turn'),
                ])
                .whereRef('category_id', '=', 'categories.id')
                .where('status', '<>', 'scheduled')
                .$call((some) => (resolved ? some.where(meetsFilters(resolved)) : some))
                .$if(hideExpired, (live) => live.where('expired_last', '=', 0))
                .orderBy('expired_last')
                .orderBy('rank', 'desc')
                .orderBy('thread_id', 'desc')
                .limit(most)
                .as('best'),
            (join) => join.onTrue(),
          )
          .select(['best.thread_id', 'best.turn'])
          .orderBy('best.expired_last')
          .orderBy('best.turn')
          .orderBy('best.rank', 'desc')
          .orderBy('best.thread_id', 'desc')
          .limit(most)
          .as('turns'),
      (join) => join.onRef('turns.thread_id', '=', 'd.thread_id'),
    )
    .orderBy('d.expired_last')
    .orderBy('turns.turn')
    .orderBy('d.rank', 'desc')
    .orderBy('d.thread_id', 'desc');
}
