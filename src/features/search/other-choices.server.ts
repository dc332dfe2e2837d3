import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { facetsOf, type Facet } from '../filters/facets.server.ts';
import type { FilterName } from '../filters/applied-filters.ts';
import { matchedDeals, rankingTable, type Matching } from './matching.server.ts';

/** Returns what else could be chosen of a filter that is in use: counted without it. */
export async function otherChoices(db: Db, matching: Matching, filter: FilterName): Promise<Facet[]> {
  const { facets } = await oneRow(
    db,
    sql<{ facets: Facet[] }>`
    with ${rankingTable([])}, ${matchedDeals(matching, filter)} select ${facetsOf(filter)} as facets`,
  );
  return facets;
}
