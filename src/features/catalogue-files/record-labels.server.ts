import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { type Keyed, rowsOf } from '../../server/db/row-fields.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { recordLine, type RecordLabel } from './record-line.ts';

const FROM_SOURCE = sql`source || ':' || source_id`;

const LABELS: Record<RecordType, { of: Keyed; key: RawBuilder<unknown>; title: RawBuilder<unknown> }> = {
  forum: { of: rowsOf('forums'), key: sql`slug`, title: sql`title` },
  category: { of: rowsOf('categories'), key: sql`slug`, title: sql`name` },
  store: { of: rowsOf('stores'), key: sql`slug`, title: sql`name` },
  brand: { of: rowsOf('brands'), key: sql`slug`, title: sql`name` },
  collection: { of: rowsOf('collections'), key: sql`slug`, title: sql`title` },
  member: { of: rowsOf('members', 'user_id'), key: FROM_SOURCE, title: sql`username` },
  deal: { of: rowsOf('deals', 'thread_id'), key: FROM_SOURCE, title: sql`title` },
  comment: { of: rowsOf('comments', 'post_id'), key: FROM_SOURCE, title: sql`left(body, 60)` },
  offer: { of: rowsOf('offers'), key: FROM_SOURCE, title: sql`title` },
};

/** Labels of records of a type, by the ids of their rows. */
export async function recordLabels(db: Db, type: RecordType, ids: number[]): Promise<Map<number, RecordLabel>> {
  if (ids.length === 0) return new Map();
  const { of, key, title } = LABELS[type];
  const { rows } = await sql<RecordLabel & { id: number }>`
    select ${sql.ref(of.id)} as id, ${key} as key, ${title} as title from ${sql.table(of.table)}
    where ${sql.ref(of.id)} = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, { key: row.key, title: row.title }]));
}

/** Lines for records of several types (`recordLine`), in their order. */
export async function recordLines(db: Db, records: { type: RecordType; id: number }[]): Promise<string[]> {
  const labels = new Map<RecordType, Map<number, RecordLabel>>();
  for (const type of RECORD_TYPES) {
    const ids = records.filter((record) => record.type === type).map(({ id }) => id);
    labels.set(type, await recordLabels(db, type, ids));
  }
  return records.map(({ type, id }) => recordLine(type, id, labels.get(type)?.get(id)));
}
