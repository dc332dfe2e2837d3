import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { tryAcquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { listOf, OTHER_PATHS, startOfDay, uncountedSince } from './days.server.ts';
import { DAYS_STORED } from './days-stored.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Rows that a day is counted in. They are stored for good, and visitors can make up addresses, so that there must be an end. */
const MOST_ROWS_A_DAY = 20_000;
/** The kinds of events that the report reads by day; the others it counts from single events (report-events.server.ts). */
const COUNTED = sql`kind in ('view', 'impression', 'open', 'outclick')`;

/**
 * Aggregates the events of finished days, each in a transaction of its own, and deletes events that are older than 90 days.
 * @param most how many are deleted in one transaction
 * @param rowsADay how many rows a day is counted in at most, and one more of each kind for the rest
 */
export async function aggregateEvents(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { most = SLICE, rowsADay = MOST_ROWS_A_DAY }: { most?: number; rowsADay?: number } = {},
): Promise<void> {
  const now = clock().toISOString();
  for (;;) {
    const counted = await db.transaction().execute((transaction) => countDay(transaction, now, rowsADay));
    // Another server may not have counted the oldest events yet.
    if (counted === undefined) return;
    if (counted === 0n) break;
  }
  const old = sql`events where received_at < ${now}::timestamptz - make_interval(days => ${DAYS_STORED})`;
  await changeBySlices(db, sql`delete from events`, old, most);
}

/**
 * Aggregates the events of the first day that is over and not counted. Days are in UTC; each is counted once, so running this again changes
 * nothing. Lists on deals' and offers' own pages have rows by kind of page, as in the report. The rows with the most events are stored as they
 * are; what is in none of them is added up by kind.
 * @returns how many rows it came to, 0 when no such day is left; undefined when another server counts
 */
async function countDay(transaction: Db, now: string, rowsADay: number): Promise<bigint | undefined> {
  if (!(await tryAcquireLock(transaction, 'events'))) return undefined;
  const today = sql`date_trunc('day', ${now}::timestamptz, 'UTC')`;
  const { numAffectedRows = 0n } = await sql`
    with counted as (
      select first.day, kind, list.path, coalesce(store_id, 0) as store_id, coalesce(position, 0) as position, count(*) as events,
        count(distinct visitor) as visitors, row_number() over (order by count(*) desc, kind, list.path, store_id, position) as rank
      from (
        select (min(received_at) at time zone 'UTC')::date as day from events
        where received_at < ${today} and received_at >= ${uncountedSince()} and ${COUNTED}) as first
      join events on received_at >= ${startOfDay(sql`first.day`)} and received_at < ${startOfDay(sql`first.day + 1`)} and ${COUNTED}
      cross join lateral (select case when kind = 'view' then events.path else ${listOf(sql`events.path`)} end as path) as list
      group by first.day, kind, list.path, store_id, position)
    insert into event_days (day, kind, path, store_id, position, events, visitors)
    select day, kind, path, store_id, position, events, visitors from counted where rank <= ${rowsADay}::int
    union all
    select day, kind, ${OTHER_PATHS}::text, 0, 0, sum(events)::int, sum(visitors)::int from counted where rank > ${rowsADay}::int
    group by day, kind`.execute(transaction);
  return numAffectedRows;
}

/** Aggregates every hour. @returns a function that ends it */
export function startEventsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void aggregateEvents(context).catch(onError);
  return every(HOUR_MS, () => aggregateEvents(context), onError);
}
