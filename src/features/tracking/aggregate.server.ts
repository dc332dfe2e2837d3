import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { tryAcquireLock } from '../../server/db/advisory-locks.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { uncountedSince } from './days.server.ts';
import { DAYS_STORED } from './days-stored.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/**
 * Aggregates the events of finished days, and deletes events that are older than 90 days.
 * @param most how many are deleted in one transaction
 */
export async function aggregateEvents({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const now = clock().toISOString();
  const isCounted = await db.transaction().execute(async (transaction) => {
    if (!(await tryAcquireLock(transaction, 'events'))) return false;
    // Days are in UTC. A day is counted once, after it is over, so running this again changes nothing.
    await sql`
      insert into event_days (day, kind, path, store_id, position, events, visitors)
      select day, kind, path, store_id, position, count(*), count(distinct visitor)
      from (
        select (received_at at time zone 'UTC')::date as day, kind, path, coalesce(store_id, 0) as store_id, coalesce(position, 0) as position, visitor
        from events
        where received_at < date_trunc('day', ${now}::timestamptz, 'UTC')
          and received_at >= ${uncountedSince()}) as e
      group by day, kind, path, store_id, position
      on conflict do nothing`.execute(transaction);
    return true;
  });
  // Another server may not have counted the oldest events yet.
  if (!isCounted) return;
  await bySlices(db, most, async (transaction) => {
    const { rows } = await sql`
      delete from events where id = any(array(
        select id from events where received_at < ${now}::timestamptz - make_interval(days => ${DAYS_STORED})
        limit ${most} for update skip locked))
      returning id`.execute(transaction);
    return rows;
  });
}

/** Aggregates every hour. @returns a function that ends it */
export function startEventsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void aggregateEvents(context).catch(onError);
  return every(HOUR_MS, () => aggregateEvents(context), onError);
}
