import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { analyzeGrown } from '../../server/db/vacuum.ts';

/**
 * Saves the collections and the observed prices of the deals in `wanted_deals`, which are saved already.
 * @param isNew whether none of them was there before
 * @returns the threads for which either changed
 */
export async function linkDeals(db: Db, isNew: boolean): Promise<number[]> {
  return [...(await fileUnderCollections(db, isNew)), ...(await recordPrices(db, isNew))];
}

/** @returns the threads that were put into a collection or taken out of one */
async function fileUnderCollections(db: Db, isNew: boolean): Promise<number[]> {
  const removed = isNew
    ? { rows: [] }
    : await sql<{ id: number }>`
    delete from deal_collections as filed using wanted_deals as w join deals as d using (source, source_id)
    where filed.thread_id = d.thread_id and filed.collection_id <> all(w.collection_ids)
    returning filed.thread_id as id`.execute(db);
  const filed = await sql<{ id: number }>`
    insert into deal_collections (thread_id, collection_id)
    select d.thread_id, collection_id
    from wanted_deals as w join deals as d using (source, source_id) cross join unnest(w.collection_ids) as collection_id
    on conflict do nothing
    returning thread_id as id`.execute(db);
  return [...removed.rows, ...filed.rows].map(({ id }) => id);
}

/** @returns the threads whose observed prices changed */
async function recordPrices(db: Db, isNew: boolean): Promise<number[]> {
  const removed = isNew
    ? { rows: [] }
    : await sql<{ id: number }>`
    delete from price_observations as seen using wanted_deals as w join deals as d using (source, source_id)
    where seen.thread_id = d.thread_id and not exists (
      select from jsonb_to_recordset(w.prices) as price("on" date) where price."on" = seen.observed_on)
    returning seen.thread_id as id`.execute(db);
  const observed = await sql<{ id: number }>`
    insert into price_observations as seen (thread_id, observed_on, cents)
    select d.thread_id, price."on", price.cents
    from wanted_deals as w join deals as d using (source, source_id)
    cross join lateral jsonb_to_recordset(w.prices) as price("on" date, cents int)
    on conflict (thread_id, observed_on) do update set cents = excluded.cents where seen.cents <> excluded.cents
    returning thread_id as id`.execute(db);
  await analyzeGrown(db, 'price_observations', observed.rows.length);
  return [...removed.rows, ...observed.rows].map(({ id }) => id);
}

/** Sets `changed_at` of the deals in `wanted_deals` of which only a collection or an observed price changed. */
export async function markChanged(db: Db, threads: number[], now: Date): Promise<void> {
  if (threads.length === 0) return;
  await sql`update deals as d set changed_at = now(), modified_at = greatest(d.modified_at, ${now}::timestamptz),
      updated_at = case when w.dated then d.updated_at else ${now}::timestamptz end
    from wanted_deals as w where w.source = d.source and w.source_id = d.source_id and d.thread_id = any(${threads})`.execute(db);
}
