import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { type Move, moveTable } from '../../server/db/moves.ts';

/**
 * Moves members' saves of deals to others, by threads, in a transaction; members who saved both keep their save of the other, which takes the
 * list and the reminder of the first where it has none. A price that they know in a different currency is dropped. Like the job that notifies
 * of saved deals, this locks the deals' rows in `watched_due` before the members' saves. The job skips locked rows, so the two never deadlock.
 */
export async function moveSaved(transaction: Db, moves: readonly Move[]): Promise<void> {
  // The job then compares: the other deal may be cheaper, or expired.
  await sql`
    insert into watched_due (thread_id)
    select id from ${moveTable(moves)} cross join unnest(array[from_id, into_id]) as id
    where exists (select from saved_deals where thread_id in (from_id, into_id)) order by id
    on conflict (thread_id) do update set thread_id = excluded.thread_id`.execute(transaction);
  await sql`
    insert into saved_deals (user_id, thread_id, list, saved_at, remind, reminded_at, known_cents, knows_expired)
    select user_id, into_id, list, saved_at, remind, reminded_at, case when gone.currency = stays.currency then known_cents end, knows_expired
    from ${moveTable(moves)} join saved_deals on saved_deals.thread_id = from_id
    join deals as gone on gone.thread_id = from_id join deals as stays on stays.thread_id = into_id
    on conflict do nothing`.execute(transaction);
  await sql`
    update saved_deals as stays
    set list = case stays.list when '' then gone.list else stays.list end, remind = stays.remind or gone.remind
    from (
      select user_id, into_id, max(list) as list, bool_or(remind) as remind
      from ${moveTable(moves)} join saved_deals on thread_id = from_id group by user_id, into_id) as gone
    where stays.user_id = gone.user_id and stays.thread_id = gone.into_id`.execute(transaction);
  await sql`delete from saved_deals using ${moveTable(moves)} where thread_id = from_id`.execute(transaction);
}
