import { missingOfferLists } from '../../lib/offer-lists.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';

/** Every browse page: the site's collections, and the lists of offers that every site has. */
export async function allCollections(db: Db): Promise<{ id: number; slug: string; rule: CollectionRule }[]> {
  const own = await db.selectFrom('collections').select(['id', 'slug', 'rule']).execute();
  return [...own, ...missingOfferLists(own.map(({ slug }) => slug))];
}
