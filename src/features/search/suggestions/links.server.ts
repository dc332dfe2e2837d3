import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import type { SuggestedLink } from '../contracts/suggestions.ts';

const MOST_COLLECTIONS = 6;
const MOST_CATEGORIES = 12;

/** Where to look around: the first collections, then the categories that no other one holds, each in the order of the menus. */
export async function suggestLinks(db: Db): Promise<SuggestedLink[]> {
  const { rows } = await sql<SuggestedLink>`
    (select 'collection' as kind, title, '/browse/' || slug as path from collections order by position, slug limit ${MOST_COLLECTIONS})
    union all
    (select 'category', name, '/category/' || slug from categories where parent_id is null order by position, slug limit ${MOST_CATEGORIES})`.execute(
    db,
  );
  return rows;
}
