import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** Setting that tells one catalogue from another, so that a release built from another is never shown. */
export const CATALOGUE_ID = 'catalogue_id';

/** Gives a new database its own id. */
export async function nameCatalogue(db: Db): Promise<void> {
  const value = randomUUID().slice(0, 8);
  await db
    .insertInto('settings')
    .values({ key: CATALOGUE_ID, value })
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Setting that holds when a store, brand, category, forum or collection last changed. */
export const TAXONOMY_CHANGED = 'taxonomy_changed_at';

/** Notes that what stands around every page has changed; in the transaction of the change, so that it is never lost. */
export async function noteTaxonomyChange(db: Db): Promise<void> {
  const value = sql<string>`clock_timestamp()::text`;
  await db
    .insertInto('settings')
    .values({ key: TAXONOMY_CHANGED, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
    .execute();
}
