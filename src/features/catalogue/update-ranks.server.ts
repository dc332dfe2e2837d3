import { sql } from 'kysely';
import { hotRank } from '../../lib/hot-rank.ts';
import type { Db } from '../../server/db/database.ts';

/** Recalculates the ranks of deals from their votes and posting time, which an import may have corrected. */
export async function updateRanks(db: Db, threads: number[]): Promise<void> {
  if (threads.length === 0) return;
  const deals = await db
    .selectFrom('deals')
    .select(['thread_id', 'votes_up', 'votes_down', 'posted_at', 'rank'])
    .where('thread_id', '=', sql<number>`any(${threads}::bigint[])`)
    .execute();
  const moved = deals
    .map((deal) => ({ ...deal, wanted: hotRank({ up: deal.votes_up, down: deal.votes_down }, deal.posted_at) }))
    .filter(({ rank, wanted }) => rank !== wanted);
  if (moved.length === 0) return;
  await sql`update deals set rank = moved.rank
    from unnest(${moved.map((deal) => deal.thread_id)}::bigint[], ${moved.map((deal) => deal.wanted)}::double precision[])
      as moved(thread_id, rank)
    where deals.thread_id = moved.thread_id`.execute(db);
}
