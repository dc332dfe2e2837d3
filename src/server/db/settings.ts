import { randomUUID } from 'node:crypto';
import type { Db } from './database.ts';

/** Key of the setting that identifies the catalogue, so that a release built from another one is never shown. */
export const CATALOGUE_ID = 'catalogue_id';

/** Gives a new database its own id. */
export async function nameCatalogue(db: Db): Promise<void> {
  await addSetting(db, CATALOGUE_ID, randomUUID().slice(0, 8));
}

/** Reads what is kept under a key; undefined when there is nothing. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const found = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return found?.value;
}

/** The settings whose keys begin with a prefix, in the order of the keys. */
export async function readSettings(db: Db, prefix: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .selectAll()
    .where((eb) => eb(eb.fn('starts_with', ['key', eb.val(prefix)]), '=', true))
    .orderBy('key')
    .execute();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Stores a value under a key. @returns whether it differs from the one before */
export async function writeSetting(db: Db, key: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: written = 0n } = await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((oc) => oc.column('key').doUpdateSet({ value }).where('settings.value', '<>', value))
    .executeTakeFirstOrThrow();
  return written > 0n;
}

/** Stores a value under a key, unless there is one already. @returns whether it was stored */
export async function addSetting(db: Db, key: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: written = 0n } = await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirstOrThrow();
  return written > 0n;
}

/** Deletes what is stored under a key. */
export async function deleteSetting(db: Db, key: string): Promise<void> {
  await db.deleteFrom('settings').where('key', '=', key).execute();
}
