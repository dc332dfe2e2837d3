import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';
import { isListing } from './deal-fields.ts';

interface AttachedValue {
  id: number;
  key: string;
  was: unknown;
  becomes: unknown;
}

/** Whether a key of `import_changes` is of a row that belongs to a deal: a checked price, membership in a collection, or what sources list. */
export const isAttached = (key: string) => key.startsWith('prices.') || key.startsWith('collections.') || isListing(key);

/**
 * Restores rows that belong to deals, in a transaction, where nobody has changed them since the import.
 * @returns the ids of deals and keys that were changed since, and that stay
 */
export async function restoreAttached(
  transaction: Db,
  rows: { id: number; fields: ChangedFields }[],
): Promise<{ id: number; key: string }[]> {
  const all: AttachedValue[] = rows.flatMap(({ id, fields }) =>
    Object.entries(fields).map(([key, [was, becomes]]) => ({ id, key, was, becomes })),
  );
  const of = (prefix: string) =>
    JSON.stringify(all.flatMap(({ key, ...one }) => (key.startsWith(prefix) ? [{ ...one, key, part: key.slice(prefix.length) }] : [])));
  return [
    ...(await restorePrices(transaction, of('prices.'))),
    ...(await restoreCollections(transaction, of('collections.'))),
    ...(await restoreUnlisted(transaction, of('unlisted'))),
    ...(await restoreListedDuplicates(transaction, of('listed.'))),
  ];
}

async function restorePrices(db: Db, given: string): Promise<{ id: number; key: string }[]> {
  const wanted = sql`jsonb_to_recordset(${given}::jsonb) as w(id bigint, key text, part date, was int, becomes int)`;
  const left = await sql<{ id: number; key: string }>`
    select w.id, w.key from ${wanted} left join price_observations as p on p.thread_id = w.id and p.observed_on = w.part
    where p.cents is distinct from w.becomes`.execute(db);
  await sql`
    delete from price_observations as p using ${wanted}
    where p.thread_id = w.id and p.observed_on = w.part and p.cents = w.becomes and w.was is null`.execute(db);
  await sql`
    update price_observations as p set cents = w.was from ${wanted}
    where p.thread_id = w.id and p.observed_on = w.part and p.cents = w.becomes and w.was is not null`.execute(db);
  await sql`
    insert into price_observations (thread_id, observed_on, cents)
    select w.id, w.part, w.was from ${wanted} join deals on thread_id = w.id where w.becomes is null and w.was is not null
    on conflict do nothing`.execute(db);
  return left.rows;
}

async function restoreCollections(db: Db, given: string): Promise<{ id: number; key: string }[]> {
  const wanted = sql`jsonb_to_recordset(${given}::jsonb) as w(id bigint, key text, part int, was boolean, becomes boolean)`;
  const left = await sql<{ id: number; key: string }>`
    select w.id, w.key from ${wanted} left join deal_collections as c on c.thread_id = w.id and c.collection_id = w.part
    where (c.thread_id is not null) <> (w.becomes is not null)`.execute(db);
  await sql`
    delete from deal_collections as c using ${wanted}
    where c.thread_id = w.id and c.collection_id = w.part and w.was is null`.execute(db);
  await sql`
    insert into deal_collections (thread_id, collection_id)
    select w.id, w.part from ${wanted} join deals on thread_id = w.id join collections as c on c.id = w.part where w.was is not null
    on conflict do nothing`.execute(db);
  return left.rows;
}

async function restoreUnlisted(db: Db, given: string): Promise<{ id: number; key: string }[]> {
  const wanted = sql`jsonb_to_recordset(${given}::jsonb) as w(id bigint, was boolean, becomes boolean)`;
  await sql`delete from unlisted_deals as u using ${wanted} where u.thread_id = w.id and w.was is null`.execute(db);
  await sql`
    insert into unlisted_deals (thread_id) select w.id from ${wanted} join deals on thread_id = w.id where w.was is not null
    on conflict do nothing`.execute(db);
  return [];
}

async function restoreListedDuplicates(db: Db, given: string): Promise<{ id: number; key: string }[]> {
  const wanted = sql`jsonb_to_recordset(${given}::jsonb) as w(part bigint, was boolean, becomes boolean)`;
  await sql`update merged_deals as m set listed = w.was from ${wanted} where m.thread_id = w.part and m.listed = w.becomes`.execute(db);
  return [];
}
