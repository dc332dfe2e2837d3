import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** How many deals of a store show its coupons: its newest live ones (decision 075). */
export const DEALS_WITH_COUPONS = 100;

/** Which of these deals show coupons of their store, where it has any. */
export async function showingCoupons(db: Db, threadIds: number[]): Promise<Set<number>> {
  if (threadIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select d.thread_id as id from deals as d
    where d.thread_id = any(${threadIds}::bigint[]) and d.status = 'live' and not exists (
      select from deals as newer
      where newer.store_id = d.store_id and newer.status = 'live' and (newer.posted_at, newer.thread_id) > (d.posted_at, d.thread_id)
      order by newer.posted_at, newer.thread_id limit 1 offset ${DEALS_WITH_COUPONS - 1})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** All deals of these stores that show coupons. */
export const dealsWithCoupons = (db: Db, stores: number[]): Promise<number[]> =>
  newestLive(
    db,
    stores.map((store) => ({ store, from: 0, to: DEALS_WITH_COUPONS })),
  );

/**
 * The deals that may show coupons now and did not before, or the other way round, besides those that changed themselves.
 * @param changed how many deals of each store changed
 */
export const dealsAroundTheLast = (db: Db, changed: Map<number, number>): Promise<number[]> =>
  newestLive(
    db,
    [...changed].map(([store, count]) => ({ store, from: Math.max(0, DEALS_WITH_COUPONS - count), to: DEALS_WITH_COUPONS + count })),
  );

/** Live deals of stores by their places, the newest first. */
async function newestLive(db: Db, places: { store: number; from: number; to: number }[]): Promise<number[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select near.thread_id as id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as asked (store int, "from" int, "to" int)
    cross join lateral (
      select thread_id from deals where store_id = asked.store and status = 'live' order by posted_at desc, thread_id desc
      offset asked."from" limit asked."to" - asked."from") as near`.execute(db);
  return rows.map(({ id }) => id);
}
