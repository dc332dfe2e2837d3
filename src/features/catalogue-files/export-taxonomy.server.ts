import { decimal } from '../../lib/money.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import type { FileRecord } from '../catalogue/record.ts';
import { exportValue, type Page, type PageRequest } from './export-values.ts';

type Written<T extends FileRecord['type']> = Extract<FileRecord, { type: T }>;

export async function forumPage(db: Db, { after, limit }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('forums')
    .select(['id', 'slug', 'title', 'position'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, ...forum }) => ({ id, record: { type: 'forum', ...forum } }));
}

export async function categoryPage(db: Db, { after, limit }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('categories as row')
    .leftJoin('categories as parent', 'parent.id', 'row.parent_id')
    .select(['row.id', 'row.slug', 'row.name', 'parent.slug as parent', 'row.kind', 'row.tint', 'row.position'])
    .where('row.id', '>', after)
    .orderBy('row.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, slug, name, parent, kind, tint, position }) => ({
    id,
    record: {
      type: 'category',
      slug,
      name,
      parent: exportValue(parent),
      kind: exportValue(kind),
      tint,
      position,
    },
  }));
}

export async function storePage(db: Db, { after, limit }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('stores')
    .select(['id', 'slug', 'name', 'host', 'url', 'description'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, ...store }) => ({ id, record: { type: 'store', ...store } }));
}

export async function brandPage(db: Db, { after, limit }: PageRequest): Promise<Page> {
  const rows = await db.selectFrom('brands').select(['id', 'slug', 'name']).where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id, ...brand }) => ({ id, record: { type: 'brand', ...brand } }));
}

export async function collectionPage(db: Db, { after, limit }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('collections')
    .select(['id', 'slug', 'title', 'description', 'position', 'rule'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, rule, ...collection }) => ({
    id,
    record: { type: 'collection', ...collection, rule: writtenRule(rule) },
  }));
}

function writtenRule(rule: CollectionRule): Written<'collection'>['rule'] {
  const { items, offerType, expired, minPercent, maxCents, categories, lowest, picked } = rule;
  if (items === 'offers') return { items, offerType: offerType ?? 'coupon', expired: expired ?? false };
  const maxPrice = maxCents === undefined ? undefined : decimal(maxCents);
  return { items, minPercent, maxPrice, categories, lowest, picked };
}
