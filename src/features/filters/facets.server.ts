import { sql, type RawBuilder } from 'kysely';
import { FILTERS, type FilterName } from './applied-filters.ts';

/** What can be chosen to narrow a feed or a search. */
export interface Facet {
  id: number;
  slug: string;
  name: string;
  deals: number;
}

const MOST_FACETS = 12;

const SOURCES = {
  store: { table: 'stores', column: 'store_id', name: sql`name` },
  brand: { table: 'brands', column: 'brand_id', name: sql`name` },
  category: { table: 'categories', column: 'category_id', name: sql`name` },
  forum: { table: 'forums', column: 'forum_id', name: sql`title` },
} satisfies Record<FilterName, { table: string; column: string; name: RawBuilder<unknown> }>;

/** Returns the expression of an object with the facets of each filter, counted in `matched`. */
export const allFacets = (filters: readonly FilterName[] = FILTERS): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(filters.flatMap((name) => [sql.lit(name), facetsOf(name)]))})`;

/**
 * Returns the expression of an array with the stores, brands, categories or forums that most of `matched` have; of those that as many have, the
 * ones that the site has had longest.
 */
export function facetsOf(filter: FilterName): RawBuilder<unknown> {
  const { table, column, name } = SOURCES[filter];
  return sql`coalesce((
    select json_agg(json_build_object('id', id, 'slug', slug, 'name', ${name}, 'deals', deals) order by deals desc, ${name}, id)
    from (select ${sql.ref(column)} as id, count(*) as deals from matched group by 1 order by 2 desc, 1 limit ${MOST_FACETS}) as counted
    join ${sql.table(table)} using (id)), '[]')`;
}
