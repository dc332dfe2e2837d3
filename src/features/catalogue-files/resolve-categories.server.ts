import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { Stage } from '../../server/db/staging.ts';
import { CategoryPaths, type KnownCategory } from './category-paths.ts';
import type { CreatedRecord, ResolvedNames, UnknownName, Unresolved } from './unknown-names.server.ts';

/**
 * Finds categories by name or path, and notes their slugs in `resolved`, and in `unresolved` why a name may be several.
 * @param createMissing stages those that are missing, each after those above it
 * @returns what was staged
 */
export async function resolveCategories(
  db: Db,
  stage: Stage,
  unknown: UnknownName[],
  { resolved, unresolved }: { resolved: ResolvedNames; unresolved: Unresolved },
  createMissing: boolean,
): Promise<CreatedRecord[]> {
  const { rows: known } = await sql<KnownCategory>`
    select c.slug, c.name, above.slug as parent from categories as c left join categories as above on above.id = c.parent_id
    where c.slug not in (select source_id from staged where type = 'category')
    union all select source_id, data->>'name', data->>'parent' from staged where type = 'category' and data is not null`.execute(db);
  const paths = new CategoryPaths(known);
  const { last } = await oneRow(db, sql<{ last: number | null }>`select max(position) as last from categories`);
  let position = last ?? 0;
  const made: CreatedRecord[] = [];
  for (const { value, file, line } of unknown) {
    const found = paths.find(value);
    if ('slug' in found) {
      resolved.set(value, found.slug);
      continue;
    }
    if ('several' in found) {
      unresolved.set(`category ${value}`, `may be ${found.several.join(' or ')}; write the path`);
      continue;
    }
    if (!createMissing || found.missing.length === 0) continue;
    for (const { slug, name, parent } of found.missing) {
      paths.add({ slug, name, parent });
      made.push({ type: 'category', slug, name, detail: parent ?? undefined });
      const data = { type: 'category', slug, name, ...(parent !== null && { parent }), position: ++position };
      await stage.add({ type: 'category', source: '', sourceId: slug, file, line, data });
      resolved.set(value, slug);
    }
  }
  return made;
}
