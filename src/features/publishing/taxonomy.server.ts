import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { allCollections } from '../feeds/collections.server.ts';
import type { Taxonomy } from './change.ts';

/** What deals and offers are filed under. */
export async function loadTaxonomy(db: Db): Promise<Taxonomy> {
  const [categories, stores, brands, collections] = await Promise.all([
    db.selectFrom('categories').select(['id', 'slug', 'parent_id as parent']).execute(),
    db.selectFrom('stores').select(['id', 'slug']).execute(),
    db.selectFrom('brands').select(['id', 'slug']).execute(),
    allCollections(db),
  ]);
  return {
    categories: byId(categories),
    stores: byId(stores),
    brands: byId(brands),
    collections: byId<{ id: number; slug: string; rule: CollectionRule }>(collections),
  };
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]));
