import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import { TAXONOMY_CHANGED } from '../../server/db/settings.ts';

export interface CatalogueState {
  catalogueId: string;
  /** When a deal or an offer last changed, to the microsecond. */
  changedAt: string;
  /** When a store, brand, category, forum or collection last changed. */
  taxonomyAt: string;
}

/** Which catalogue a database holds, and the moments of the newest changes in it. */
export async function catalogueState(db: Db): Promise<CatalogueState> {
  await db.insertInto('settings').values({ key: 'catalogue_id', value: randomUUID().slice(0, 8) }).onConflict((oc) => oc.doNothing()).execute();
  const row = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('settings').select('value').where('key', '=', 'catalogue_id').as('id'),
      eb.selectFrom('settings').select('value').where('key', '=', TAXONOMY_CHANGED).as('taxonomy'),
      eb.selectFrom('deals').select(newest).as('deals'),
      eb.selectFrom('offers').select(newest).as('offers'),
    ])
    .executeTakeFirstOrThrow();
  return { catalogueId: row.id ?? '', changedAt: [row.deals ?? '', row.offers ?? ''].toSorted()[1]!, taxonomyAt: row.taxonomy ?? '' };
}

/** Text in UTC sorts as time does, and keeps the microseconds that a `Date` would drop. */
const newest = sql<string | null>`to_char(max(changed_at), 'YYYY-MM-DD"T"HH24:MI:SS.USOF')`.as('at');
