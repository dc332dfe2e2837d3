import { sql } from 'kysely';
import { pageParam } from '../../lib/exact-params.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, toCard } from '../deals/cards.server.ts';
import { shownDeals } from '../deals/shown-deals.server.ts';
import { ORDERS, savedAddress, type Order, type SavedQuery } from './saved.ts';

const AT_ONCE = 24;

/** A deal that a member saved. */
interface SavedDeal {
  card: DealCard;
  list: string;
  /** When it ends, if that is known and in the future. */
  endsAt: string | null;
  /** Whether the member is reminded of its end. */
  remind: boolean;
}

/** A page of a member's saved deals. */
export interface SavedPage {
  query: SavedQuery;
  deals: SavedDeal[];
  pages: number;
  total: number;
  /** Deals by names of lists; deals without a list have an empty name. */
  lists: { name: string; count: number }[];
}

/**
 * Reads a page of a member's saved deals, filtered by `list` and in the order of `order`; undefined for no page number, and past the last page
 * (contract.md, Browse).
 */
export async function loadSaved(context: Context, userId: number, asked: URLSearchParams): Promise<SavedPage | undefined> {
  const { db, clock } = context;
  const bounds = pageBounds(asked, AT_ONCE);
  if (!bounds) return undefined;
  const { lists, list, total, pages } = await savedExtent(db, userId, asked);
  if (bounds.page > pages) return undefined;
  const order = orderOf(asked);
  const now = clock();
  const rows = await shownDeals(db)
    .innerJoin('saved_deals as saved', 'saved.thread_id', 'd.thread_id')
    .select(CARD_COLUMNS)
    .select(['d.expires_at', 'saved.list', 'saved.remind'])
    .where('saved.user_id', '=', userId)
    .$if(list !== undefined, (query) => query.where('saved.list', '=', list ?? ''))
    .$if(order === 'price', (query) => query.orderBy('d.expired_last').orderBy('d.total_cents'))
    .$if(order === 'ends', (query) => query.orderBy('d.expired_last').orderBy(sql`d.expires_at asc nulls last`))
    .orderBy('saved.saved_at', 'desc')
    .orderBy('d.thread_id', 'desc')
    .limit(AT_ONCE)
    .offset(bounds.offset)
    .execute();
  return {
    query: { list, order, page: bounds.page },
    deals: rows.map((row) => ({
      card: toCard(context, row),
      list: row.list,
      endsAt: row.status === 'live' && row.expires_at && row.expires_at > now ? row.expires_at.toISOString() : null,
      remind: row.remind,
    })),
    pages,
    total,
    lists,
  };
}

/** Address of the requested page of saved deals, or of the last page if there are fewer now. */
export async function savedPageLeft(db: Db, userId: number, asked: URLSearchParams): Promise<string> {
  const { list, pages } = await savedExtent(db, userId, asked);
  return savedAddress({ list, order: orderOf(asked), page: Math.min(pageParam(asked) ?? 1, pages) });
}

/** A member's lists, the requested one, and how many deals it has. */
async function savedExtent(db: Db, userId: number, asked: URLSearchParams) {
  const lists = await listsOf(db, userId);
  const named = asked.get('list');
  // For a list that no longer exists, everything is shown.
  const list = lists.find(({ name }) => name === named)?.name;
  const total = lists.filter(({ name }) => list === undefined || name === list).reduce((sum, { count }) => sum + count, 0);
  return { lists, list, total, pages: pageCount(total, AT_ONCE) };
}

const orderOf = (asked: URLSearchParams): Order =>
  Object.keys(ORDERS).find((known): known is Order => known === asked.get('order')) ?? 'saved';

/** A member's lists by their names; only deals that are on the site count. */
async function listsOf(db: Db, userId: number): Promise<SavedPage['lists']> {
  const rows = await db
    .selectFrom('saved_deals as saved')
    .innerJoin('deals as d', 'd.thread_id', 'saved.thread_id')
    .select(['saved.list as name', ({ fn }) => fn.countAll<number>().as('count')])
    .where('saved.user_id', '=', userId)
    .where('d.status', '<>', 'scheduled')
    .groupBy('saved.list')
    .execute();
  return rows.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** What the account's download has of saved deals. */
export const savedData = (db: Db, userId: number) =>
  db
    .selectFrom('saved_deals')
    .select(['thread_id', 'list', 'saved_at', 'remind'])
    .where('user_id', '=', userId)
    .orderBy('thread_id')
    .execute();
