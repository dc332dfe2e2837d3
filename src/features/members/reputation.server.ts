import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { setReputations } from '../accounts/set-reputations.server.ts';
import { reputationFrom } from './reputation.ts';
import { every } from '../../server/every.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 500;

/** Members whose posts have got other votes get another reputation, some seconds later. @returns a function that ends it */
export function startReputationJob(db: Db, onError: (error: unknown) => void): () => void {
  return every(EVERY_MS, () => gatherReputations(db), onError);
}

/** Works out the reputation of every member whose posts have got other votes since the last time (migration 0007). */
export async function gatherReputations(db: Db): Promise<void> {
  while ((await gatherSome(db)) > 0);
}

async function gatherSome(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ user_id: number }>`
      delete from reputation_due where ctid = any(array(select ctid from reputation_due limit ${AT_ONCE} for update skip locked))
      returning user_id`.execute(transaction);
    const members = [...new Set(due.map(({ user_id: id }) => id))].sort((a, b) => a - b);
    if (members.length === 0) return due.length;
    // Whoever comes second counts after the first has finished; the counts below are read when it is this one's turn.
    await sql`select user_id from members where user_id = any(${members}::int[]) order by user_id for no key update`.execute(transaction);
    const { rows } = await sql<{ user_id: number } & Record<'deals_up' | 'deals_down' | 'comments_up' | 'comments_down', number>>`
      select member.user_id, coalesce(d.up, 0)::bigint as deals_up, coalesce(d.down, 0)::bigint as deals_down,
        coalesce(c.up, 0)::bigint as comments_up, coalesce(c.down, 0)::bigint as comments_down
      from unnest(${members}::int[]) as member (user_id)
      cross join lateral (select sum(votes_up) as up, sum(votes_down) as down from deals where posted_by = member.user_id) as d
      cross join lateral (select sum(votes_up) as up, sum(votes_down) as down from comments where comments.user_id = member.user_id) as c`.execute(
      transaction,
    );
    const reputations = rows.map((row): [number, number] => {
      const reputation = reputationFrom({ up: row.deals_up, down: row.deals_down }, { up: row.comments_up, down: row.comments_down });
      return [row.user_id, Math.min(reputation, MOST)];
    });
    await setReputations(transaction, new Map(reputations));
    return due.length;
  });
}

/** The largest number the column takes. */
const MOST = MAX_INTEGER;
