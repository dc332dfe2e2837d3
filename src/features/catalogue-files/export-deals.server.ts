import { sql } from 'kysely';
import { decimal } from '../../lib/money.ts';
import type { Db } from '../../server/db/database.ts';
import {
  foreignSource,
  hasExpired,
  exportValue,
  exportAmount,
  exportDate,
  exportPrice,
  exportText,
  type Page,
  type PageRequest,
} from './export-values.ts';
import { isOffSite } from '../catalogue/status.server.ts';
import type { FileRecordOf } from '../catalogue/record.ts';

export async function dealPage(db: Db, { after, limit, source, now }: PageRequest): Promise<Page<FileRecordOf<'deal'>>> {
  const rows = await db
    .selectFrom('deals')
    .innerJoin('stores', 'stores.id', 'deals.store_id')
    .leftJoin('brands', 'brands.id', 'deals.brand_id')
    .innerJoin('categories', 'categories.id', 'deals.category_id')
    .innerJoin('forums', 'forums.id', 'deals.forum_id')
    .leftJoin('members', 'members.user_id', 'deals.posted_by')
    .selectAll('deals')
    .select([
      'stores.slug as store',
      'brands.slug as brand',
      'categories.slug as category',
      'forums.slug as forum',
      'members.source as poster_source',
      'members.source_id as poster',
    ])
    .where('deals.thread_id', '>', after)
    .$if(source !== undefined, (query) => query.where('deals.source', '=', source ?? ''))
    .orderBy('deals.thread_id')
    .limit(limit)
    .execute();
  const threads = rows.map((row) => row.thread_id);
  const collections = await collectionsOf(db, threads);
  const prices = await pricesOf(db, threads);
  const merged = await mergedInto(db, threads);
  return rows.map((row) => ({
    id: row.thread_id,
    record: {
      type: 'deal',
      source: row.source,
      sourceId: row.source_id,
      title: row.title,
      description: exportText(row.description),
      kind: exportValue(row.kind),
      image: exportValue(row.image_url),
      store: row.store,
      brand: exportValue(row.brand),
      category: row.category,
      forum: row.forum,
      collections: collections.get(row.thread_id),
      url: row.url,
      price: exportPrice(row),
      listPrice: exportAmount(row.list_price_cents),
      listPriceSeen: exportValue(row.list_price_seen),
      currency: row.currency,
      couponCode: exportValue(row.coupon_code),
      shipping: exportAmount(row.shipping_cents),
      freeShippingFrom: exportAmount(row.free_shipping_from_cents),
      shipsTo: row.ships_to.length > 0 ? row.ships_to : undefined,
      membersOnly: exportValue(row.members_only),
      condition: exportValue(row.condition),
      checkedAt: exportDate(row.checked_at),
      variants: row.variants.length > 0 ? row.variants : undefined,
      postedAt: row.posted_at.toISOString(),
      updatedAt: row.updated_at.toISOString(),
      startsAt: exportDate(row.starts_at),
      expiresAt: exportDate(row.expires_at),
      expired: hasExpired(row, now),
      postedBy: exportValue(row.poster),
      postedBySource: foreignSource(row.poster_source, row.source),
      votesUp: row.votes_up,
      votesDown: row.votes_down,
      prices: prices.get(row.thread_id)?.map(({ on, cents }) => [on, decimal(cents)]),
      threadId: row.thread_id,
      postId: row.post_id,
      merged: merged.get(row.thread_id),
      offSite: isOffSite({ status: row.status, startsAt: row.starts_at }) || undefined,
    },
  }));
}

async function collectionsOf(db: Db, threads: number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ thread_id: number; slugs: string[] }>`
    select filed.thread_id, array_agg(slug order by collections.id) as slugs
    from deal_collections as filed join collections on collections.id = filed.collection_id
    where filed.thread_id = any(${threads}) group by filed.thread_id`.execute(db);
  return new Map(rows.map((row) => [row.thread_id, row.slugs]));
}

type Merged = NonNullable<FileRecordOf<'deal'>['merged']>;

async function mergedInto(db: Db, threads: number[]): Promise<Map<number, Merged>> {
  const { rows } = await sql<{ thread_id: number; merged: Merged }>`
    select into_thread_id as thread_id,
      json_agg(json_build_object('threadId', thread_id, 'source', source, 'sourceId', source_id) order by thread_id) as merged
    from merged_deals where into_thread_id = any(${threads}) group by into_thread_id`.execute(db);
  return new Map(rows.map((row) => [row.thread_id, row.merged]));
}

async function pricesOf(db: Db, threads: number[]): Promise<Map<number, { on: string; cents: number }[]>> {
  const { rows } = await sql<{ thread_id: number; prices: { on: string; cents: number }[] }>`
    select thread_id, json_agg(json_build_object('on', observed_on, 'cents', cents) order by observed_on) as prices
    from price_observations where thread_id = any(${threads}) group by thread_id`.execute(db);
  return new Map(rows.map((row) => [row.thread_id, row.prices]));
}
