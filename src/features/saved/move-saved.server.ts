import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Moves members' saves of a deal to another one, in a transaction; who saved both keeps theirs of the other. A price that they know in another
 * currency is not compared with the other's. The job that notifies of saved
 * deals locks its note of a deal before members' saves of it. So does this with the notes of both, which the job passes over meanwhile: it never
 * waits for a merge that waits for it.
 */
export async function moveSaved(transaction: Db, fromThreadId: number, intoThreadId: number): Promise<void> {
  // The other one may be cheaper, or expired.
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
