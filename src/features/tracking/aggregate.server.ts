import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { tryAcquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { startOfDay, uncountedSince } from './days.server.ts';
import { DAYS_STORED } from './days-stored.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/**
 * Aggregates the events of finished days, each in a transaction of its own, and deletes events that are older than 90 days.
 * @param most how many are deleted in one transaction
 */
export async function aggregateEvents({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const now = clock().toISOString();
  for (;;) {
    const counted = await db.transaction().execute((transaction) => countDay(transaction, now));
    // Another server may not have counted the oldest events yet.
    if (counted === undefined) return;
    if (counted === 0n) break;
  }
  const old = sql`events where received_at < ${now}::timestamptz - make_interval(days => ${DAYS_STORED})`;
  await changeBySlices(db, sql`delete from events`, old, most);
}

/**
 * Aggregates the events of the first day that is over and not counted. Days are in UTC; each is counted once, so running this again changes
 * nothing.
 * @returns how many rows it came to, 0 when no such day is left; undefined when another server counts
 */
async function countDay(transaction: Db, now: string): Promise<bigint | undefined> {
  if (!(await tryAcquireLock(transaction, 'events'))) return undefined;
  const today = sql`date_trunc('day', ${now}::timestamptz, 'UTC')`;
  const { numAffectedRows = 0n } = await sql`
    insert into event_days (day, kind, path, store_id, position, events, visitors)
    select first.day, kind, path, coalesce(store_id, 0), coalesce(position, 0), count(*), count(distinct visitor)
    from (
      select (min(received_at) at time zone 'UTC')::date as day from events
      where received_at < ${today} and received_at >= ${uncountedSince()}) as first
    join events on received_at >= ${startOfDay(sql`first.day`)} and received_at < ${startOfDay(sql`first.day + 1`)}
    group by first.day, kind, path, coalesce(store_id, 0), coalesce(position, 0)`.execute(transaction);
  return numAffectedRows;
}

/** Aggregates every hour. @returns a function that ends it */
export function startEventsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void aggregateEvents(context).catch(onError);
  return every(HOUR_MS, () => aggregateEvents(context), onError);
}
