import type { Db } from '../../server/db/database.ts';

/** Ids of the live deals of these stores, whose pages show the stores' coupons. */
export async function liveDealsOf(db: Db, stores: number[]): Promise<number[]> {
  const rows = await db.selectFrom('deals').select('thread_id').where('store_id', 'in', stores).where('status', '=', 'live').execute();
  return rows.map(({ thread_id: id }) => id);
}
