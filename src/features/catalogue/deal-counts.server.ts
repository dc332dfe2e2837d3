import { sql } from 'kysely';
import { hotRank } from '../../lib/hot-rank.ts';
import type { Db } from '../../server/db/database.ts';

/** What a deal's votes count, and since when it stands. */
interface CountedDeal {
  postId: number;
  up: number;
  down: number;
  postedAt: Date;
}

/** Sets the votes of deals that the transaction has locked, and the place in hot order that follows. */
export async function setVoteCounts(transaction: Db, deals: CountedDeal[], now: Date): Promise<void> {
  await sql`
    update deals set votes_up = counted.up, votes_down = counted.down, rank = counted.rank, changed_at = ${now}
    from unnest(${deals.map(({ postId }) => postId)}::bigint[], ${deals.map(({ up }) => up)}::int[],
      ${deals.map(({ down }) => down)}::int[], ${deals.map((deal) => hotRank(deal, deal.postedAt))}::float8[]) as counted (id, up, down, rank)
    where deals.post_id = counted.id`.execute(transaction);
}

/** Counts the shown comments of threads again and marks them as changed. */
export async function recountComments(db: Db, threads: number[]): Promise<void> {
  // A comment that is being posted is counted by its own transaction, before this one counts or after it.
  await sql`select thread_id from deals where thread_id = any(${threads}::bigint[]) order by post_id for no key update`.execute(db);
  await sql`
    update deals set changed_at = now(), comment_count = counted.comments
    from (
      select id, count(comments.post_id)::int as comments
      from unnest(${threads}::bigint[]) as id left join comments on comments.thread_id = id and comments.status = 'shown'
      group by id) as counted
    where deals.thread_id = counted.id`.execute(db);
}
