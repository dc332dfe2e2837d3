import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Range } from '../../server/db/staging.ts';
import { stagedRows, upsert, type Target, type Upserted } from '../../server/db/upsert.ts';
import type { TaxonomyType } from './delete-unused.server.ts';

interface Taxonomy {
  target: Target;
  shape: RawBuilder<unknown>;
  /** Values other than the staged ones. */
  values?: Record<string, RawBuilder<unknown>>;
}

const BY_SLUG = { id: 'id', key: ['slug'] };

const TAXONOMIES: Record<TaxonomyType, Taxonomy> = {
  forum: { target: { table: 'forums', ...BY_SLUG, columns: ['title', 'position'] }, shape: sql`title text, position int` },
  category: {
    target: { table: 'categories', ...BY_SLUG, columns: ['name', 'kind', 'tint', 'position'] },
    shape: sql`name text, kind text, tint text, position int`,
    values: { tint: sql`coalesce(s.tint, 'slate')` },
  },
  store: {
    target: { table: 'stores', ...BY_SLUG, columns: ['name', 'host', 'url', 'description'] },
    shape: sql`name text, host text, url text, description text`,
  },
  brand: { target: { table: 'brands', ...BY_SLUG, columns: ['name'] }, shape: sql`name text` },
  collection: {
    target: { table: 'collections', ...BY_SLUG, columns: ['title', 'description', 'position', 'rule'] },
    shape: sql`title text, description text, position int, rule jsonb`,
  },
};

/** Saves staged records that deals are filed under. A category's parent comes later, with `setCategoryParents`. */
export function upsertTaxonomy(db: Db, type: TaxonomyType, range: Range): Promise<Upserted<{ id: number }>> {
  const { target, shape, values = {} } = TAXONOMIES[type];
  const columns = target.columns.map((name) => sql`${values[name] ?? sql.ref(`s.${name}`)} as ${sql.ref(name)}`);
  return upsert(db, target, sql`select s.ord, s.source_id as slug, ${sql.join(columns)} from ${stagedRows(type, range, shape)} as s`);
}

/** Puts staged categories below their parents, once all of them are there. @returns the ids of those that moved */
export async function setCategoryParents(db: Db, range: Range): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update categories as row set parent_id = parent.id
    from ${stagedRows('category', range, sql`parent text`)} as s left join categories as parent on parent.slug = s.parent
    where row.slug = s.source_id and row.parent_id is distinct from parent.id
    returning row.id`.execute(db);
  return rows.map(({ id }) => id);
}
