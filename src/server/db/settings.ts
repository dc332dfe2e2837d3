import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';

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
