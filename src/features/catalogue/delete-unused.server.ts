import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { DEFAULT_FORUM } from './default-forum.server.ts';

/** What deals and offers are filed under: its slug, and the name that it was given. */
export interface TaxonomyRow {
  type: TaxonomyType;
  slug: string;
  name: string;
}

export const TABLES = {
  collection: { table: 'collections', name: 'title' },
  store: { table: 'stores', name: 'name' },
  brand: { table: 'brands', name: 'name' },
  category: { table: 'categories', name: 'name' },
  forum: { table: 'forums', name: 'title' },
} as const;
export type TaxonomyType = keyof typeof TABLES;

/**
 * Deleting in this order leaves no references to deleted rows: categories go from the leaves up, collections once it is known which
 * categories stay.
 */
export const TAXONOMY_TYPES = ['store', 'brand', 'category', 'forum', 'collection'] as const satisfies TaxonomyType[];

/** Conditions: that nothing is filed under a row `of`. */
export const NOTHING_FILED: Record<TaxonomyType, RawBuilder<boolean>> = {
  store: sql`not exists (select from deals where store_id = of.id) and not exists (select from offers where store_id = of.id)`,
  brand: sql`not exists (select from deals where brand_id = of.id)`,
  category: sql`not exists (select from deals where category_id = of.id) and not exists (select from categories where parent_id = of.id)`,
  forum: sql`not exists (select from deals where forum_id = of.id)`,
  collection: sql`not exists (select from deal_collections where collection_id = of.id)`,
};

/** Conditions: that nothing that is left uses a row `of`. The default forum, for deals that name none, always stays. */
const UNUSED: Record<TaxonomyType, RawBuilder<boolean>> = {
  ...NOTHING_FILED,
  forum: sql`of.slug <> ${DEFAULT_FORUM} and ${NOTHING_FILED.forum}`,
  collection: sql`${NOTHING_FILED.collection} and (
    coalesce((of.rule->>'picked')::boolean, false)
    or of.rule->'categories' is not null and not exists (select from categories where of.rule->'categories' ? slug)
    or of.rule->>'items' = 'offers' and not exists (select from offers)
    or of.rule->>'items' = 'deals' and not exists (select from deals))`,
};

/**
 * Deletes, in a transaction, those of the given stores, brands, categories, forums and collections that still have the given names and that
 * nothing uses: no deal or offer, and no subcategory. A collection is deleted when its rule lists nothing that is left.
 * @returns how many of each type went
 */
export async function deleteUnused(transaction: Db, rows: readonly TaxonomyRow[]): Promise<Record<TaxonomyType, number>> {
  const gone = { store: 0, brand: 0, category: 0, forum: 0, collection: 0 };
  for (const type of TAXONOMY_TYPES) {
    const given = JSON.stringify(rows.filter((row) => row.type === type));
    const { table, name } = TABLES[type];
    for (let more = true; more;) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(table)} as of using jsonb_to_recordset(${given}::jsonb) as given (slug text, name text)
        where of.slug = given.slug and of.${sql.ref(name)} = given.name and ${UNUSED[type]}`.execute(transaction);
      gone[type] += Number(numAffectedRows);
      more = type === 'category' && numAffectedRows > 0n;
    }
  }
  return gone;
}
