import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Ups minus downs that a deal got within the last hour and the last 24 hours. */
interface Gain {
  id: number;
  hour: number;
  day: number;
}

/** Counts what deals gained, and returns those whose rows hold other counts. Imported votes have no times and are left out. */
export async function countGains(db: Db, now: Date): Promise<Gain[]> {
  const { rows } = await sql<Gain>`
    with gained as (
      select post_id, coalesce(sum(vote) filter (where cast_at > ${now}::timestamptz - interval '1 hour'), 0)::int as hour, sum(vote)::int as day
      from votes where cast_at > ${now}::timestamptz - interval '1 day' and cast_at <= ${now}::timestamptz group by post_id),
    concerned as (
      select post_id from gained union select post_id from deals where gained_hour <> 0 or gained_day <> 0)
    select d.thread_id as id, coalesce(g.hour, 0) as hour, coalesce(g.day, 0) as day
    from concerned join deals as d using (post_id) left join gained as g using (post_id)
    where (d.gained_hour, d.gained_day) is distinct from (coalesce(g.hour, 0), coalesce(g.day, 0))
    order by post_id`.execute(db);
  return rows;
}

/** Writes what deals gained, in a transaction. @returns the deals whose counts changed */
export async function setGains(transaction: Db, gains: Gain[]): Promise<number[]> {
  const ids = gains.map(({ id }) => id);
  // Locked in the same order as votes lock them, so that there is no deadlock.
  await sql`select from deals where thread_id = any(${ids}::bigint[]) order by post_id for no key update`.execute(transaction);
  const { rows } = await sql<{ id: number }>`
    update deals set gained_hour = counted.hour, gained_day = counted.day
    from unnest(${ids}::bigint[], ${gains.map(({ hour }) => hour)}::int[], ${gains.map(({ day }) => day)}::int[]) as counted (id, hour, day)
    where deals.thread_id = counted.id and (gained_hour, gained_day) is distinct from (counted.hour, counted.day)
    returning deals.thread_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}
