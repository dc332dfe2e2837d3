import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { NOTHING_FILED, TABLES, type TaxonomyType } from './delete-unused.server.ts';

/** Deletes, in a transaction, those of some stores, brands, categories, forums or collections that nothing is filed under. @returns the ids of what went */
export async function deleteUnusedIds(transaction: Db, type: TaxonomyType, ids: number[]): Promise<number[]> {
  const gone: number[] = [];
  for (let more = ids.length > 0; more;) {
    const { rows } = await sql<{ id: number }>`
      delete from ${sql.table(TABLES[type].table)} as of where id = any(${ids}::int[]) and ${NOTHING_FILED[type]} returning id`.execute(
      transaction,
    );
    for (const { id } of rows) gone.push(id);
    // Categories go from the leaves up.
    more = type === 'category' && rows.length > 0;
  }
  return gone;
}

/** Deletes offers, in a transaction. */
export async function deleteOffers(transaction: Db, ids: number[]): Promise<void> {
  await sql`delete from offers where id = any(${ids}::int[])`.execute(transaction);
}

/** Notes that the source of these deals no longer lists them: they are revived as soon as it lists them again. */
export async function markUnlisted(transaction: Db, threadIds: number[]): Promise<void> {
  await sql`insert into unlisted_deals (thread_id) select unnest(${threadIds}::bigint[]) on conflict do nothing`.execute(transaction);
}
