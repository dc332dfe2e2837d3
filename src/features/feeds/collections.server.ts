import { sql, type RawBuilder } from 'kysely';
import { missingOfferLists } from '../../lib/offer-lists.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';

/** Every browse page: the site's collections, and the lists of offers that every site has. */
export async function allCollections(db: Db): Promise<{ id: number; slug: string; rule: CollectionRule }[]> {
  const own = await db.selectFrom('collections').select(['id', 'slug', 'rule']).execute();
  return [...own, ...missingOfferLists(own.map(({ slug }) => slug))];
}

/** The condition that a deal `d` is in a collection of deals. */
export function inCollection({ id, rule }: { id: number; rule: CollectionRule }, currency: string): RawBuilder<boolean> {
  const { minPercent, maxCents, categories, lowest } = rule;
  if (minPercent !== undefined) return sql`d.percent_off >= ${minPercent}`;
  if (maxCents !== undefined) return sql`d.total_cents <= ${maxCents} and d.currency = ${currency}`;
  if (categories) return sql`d.category_id in (select c.id from categories c where c.slug = any(${categories}::text[]))`;
  if (lowest) return sql`d.at_lowest`;
  return sql`d.thread_id in (select c.thread_id from deal_collections c where c.collection_id = ${id})`;
}
