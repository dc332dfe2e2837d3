import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { allCollections, inCollection } from './collections.server.ts';

interface ChangeRow {
  path: string;
  changed: Date | null;
}

/** When the content of each feed last changed for readers, by the feed's path; empty feeds are left out. */
export async function feedChanges({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Map<string, Date>> {
  const collections = await allCollections(db);
  const { rows } = await sql<ChangeRow>`
    with recursive above as (
      select id as leaf, id, parent_id, slug from categories
      union all
      select above.leaf, c.id, c.parent_id, c.slug from above join categories c on c.id = above.parent_id
    ), shown as materialized (
      select thread_id, category_id, store_id, brand_id, total_cents, currency, percent_off, votes_up - votes_down as score, featured_at, at_lowest, modified_at
      from deals where status <> 'scheduled'
    ), by_category as (select category_id, max(modified_at) as changed from shown group by category_id
    ), by_store as (
      select store_id, max(modified_at) as changed from shown group by store_id
      union all select store_id, max(modified_at) from offers where status <> 'scheduled' and store_id is not null group by store_id
    )
    select path, changed from (select
        max(modified_at) as "all", max(modified_at) filter (where score >= ${config.frontpageScore} or featured_at is not null) as home from shown) as whole
      cross join lateral (values ('/', home), ('/all', "all"), ('/popular', "all"), ('/for-you', "all")) as plain (path, changed)
    union all select '/category/' || above.slug, max(changed) from by_category join above on above.leaf = category_id group by above.slug
    union all select '/store/' || s.slug, max(changed) from by_store join stores s on s.id = store_id group by s.slug
    union all select '/brand/' || b.slug, max(modified_at) from shown join brands b on b.id = brand_id group by b.slug
    ${sql.join(
      collections.map(({ id, slug, rule }) => sql`union all select ${`/browse/${slug}`}, ${newestOf(id, rule, config.region.currency)}`),
      sql` `,
    )}`.execute(db);
  return new Map(rows.flatMap(({ path, changed }) => (changed ? [[path, changed] as const] : [])));
}

/** When the content of a collection last changed. */
function newestOf(id: number, rule: CollectionRule, currency: string): RawBuilder<Date | null> {
  if (rule.items === 'offers') {
    return sql`(select max(modified_at) from offers where status <> 'scheduled'
      and offer_type = coalesce(${rule.offerType ?? null}::text, offer_type)
      and status = coalesce(${rule.expired === undefined ? null : rule.expired ? 'expired' : 'live'}::text, status))`;
  }
  return sql`(select max(modified_at) from shown as d where ${inCollection({ id, rule }, currency)})`;
}
