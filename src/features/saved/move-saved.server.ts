import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Moves members' saves of a deal to another one, in a transaction; members who saved both keep their save of the other. A price that they
 * know in a different currency is dropped. Like the job that notifies of saved deals, this locks the deals' rows in `watched_due` before
 * the members' saves. The job skips locked rows, so the two never deadlock.
 */
export async function moveSaved(transaction: Db, fromThreadId: number, intoThreadId: number): Promise<void> {
  // The job then compares: the other deal may be cheaper, or expired.
  await sql`
    insert into watched_due (thread_id) select id from unnest(array[${fromThreadId}, ${intoThreadId}]::bigint[]) as id
    where exists (select from saved_deals where thread_id in (${fromThreadId}, ${intoThreadId}))
    on conflict (thread_id) do update set thread_id = excluded.thread_id`.execute(transaction);
  await sql`
    insert into saved_deals (user_id, thread_id, list, saved_at, remind, reminded_at, known_cents, knows_expired)
    select user_id, ${intoThreadId}, list, saved_at, remind, reminded_at,
      case when d.currency = (select currency from deals where thread_id = ${intoThreadId}) then known_cents end, knows_expired
    from saved_deals join deals as d using (thread_id) where thread_id = ${fromThreadId}
    on conflict do nothing`.execute(transaction);
  await transaction.deleteFrom('saved_deals').where('thread_id', '=', fromThreadId).execute();
}
