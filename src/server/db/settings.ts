import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** Setting that holds when a store, brand, category, forum or collection last changed. */
export const TAXONOMY_CHANGED = 'taxonomy_changed_at';

/** Notes that what stands around every page has changed; in the transaction of the change, so that it is never lost. */
export async function noteTaxonomyChange(db: Db): Promise<void> {
  const value = sql<string>`clock_timestamp()::text`;
  await db.insertInto('settings').values({ key: TAXONOMY_CHANGED, value }).onConflict((oc) => oc.column('key').doUpdateSet({ value })).execute();
}
