import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import { CATALOGUE_ID, TAXONOMY_CHANGED } from '../../server/db/settings.ts';

export interface CatalogueState {
  catalogueId: string;
  /** When a deal or an offer last changed, to the microsecond. */
  changedAt: string;
  /** When a store, brand, category, forum or collection last changed. */
  taxonomyAt: string;
}

/** Which catalogue a database holds, and the moments of the newest changes in it. */
export async function catalogueState(db: Db): Promise<CatalogueState> {
  const row = await db
    .selectNoFrom((eb) => [
      eb.selectFrom('settings').select('value').where('key', '=', CATALOGUE_ID).as('id'),
      eb.selectFrom('settings').select('value').where('key', '=', TAXONOMY_CHANGED).as('taxonomy'),
      eb.selectFrom('deals').select(newest).as('deals'),
      eb.selectFrom('offers').select(newest).as('offers'),
    ])
    .executeTakeFirstOrThrow();
  return { catalogueId: row.id ?? '', changedAt: [row.deals ?? '', row.offers ?? ''].toSorted()[1]!, taxonomyAt: row.taxonomy ?? '' };
}

/** Text in UTC sorts as time does, and keeps the microseconds that a `Date` would drop. */
const newest = sql<string | null>`to_char(max(changed_at), 'YYYY-MM-DD"T"HH24:MI:SS.USOF')`.as('at');
