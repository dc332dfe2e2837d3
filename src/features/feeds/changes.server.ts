import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';

/** When the deals of each feed last changed, by the feed's path; feeds of the whole catalogue change as `/all` does. */
export async function feedChanges(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ path: string; changed: Date | null }>`
    with recursive above as (
      select id as leaf, id, parent_id, slug from categories
      union all
      select above.leaf, c.id, c.parent_id, c.slug from above join categories c on c.id = above.parent_id
    ), shown as (select category_id, store_id, brand_id, changed_at from deals where status <> 'scheduled')
    select '/all' as path, max(changed_at) as changed from shown
    union all
    select '/category/' || above.slug, max(changed_at) from shown join above on above.leaf = shown.category_id group by above.slug
    union all
    select '/store/' || s.slug, max(changed_at) from shown join stores s on s.id = shown.store_id group by s.slug
    union all
    select '/brand/' || b.slug, max(changed_at) from shown join brands b on b.id = shown.brand_id group by b.slug`.execute(db);
  return new Map(rows.flatMap(({ path, changed }) => (changed ? [[path, changed] as const] : [])));
}
