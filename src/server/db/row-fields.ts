import { sql } from 'kysely';
import type { Db } from './database.ts';

/** A table by whose id rows are found. */
export interface Keyed {
  table: string;
  id: string;
}

export const rowsOf = (table: string, id = 'id'): Keyed => ({ table, id });

export type Fields = Record<string, unknown>;

/** Columns of rows as JSON, by the rows' ids; missing rows are left out. Moments are in the session's time zone. */
async function readFields(db: Db, { table, id }: Keyed, columns: string[], ids: number[]): Promise<Map<number, Fields>> {
  const { rows } = await sql<{ id: number; fields: Fields }>`
    select ${sql.ref(id)} as id, to_jsonb(given) as fields
    from ${sql.table(table)} as row
    cross join lateral (select ${sql.join(columns.map((column) => sql.ref(`row.${column}`)))}) as given
    where ${sql.ref(id)} = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.fields]));
}

/** Writes the given columns of each row from JSON. */
async function writeFields(db: Db, { table, id }: Keyed, rows: { id: number; fields: Fields }[], touch: string[]): Promise<void> {
  const columns = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))];
  if (columns.length === 0) return;
  const assigned = [
    ...columns.map((column) => sql`${sql.ref(column)} = becomes.${sql.ref(column)}`),
    ...touch.map((column) => sql`${sql.ref(column)} = now()`),
  ];
  await sql`
    update ${sql.table(table)} as row set ${sql.join(assigned)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(id bigint, fields jsonb)
    join ${sql.table(table)} as old on old.${sql.ref(id)} = given.id
    cross join lateral jsonb_populate_record(old, given.fields) as becomes
    where row.${sql.ref(id)} = old.${sql.ref(id)}`.execute(db);
}

/** Rows whose fields can be restored; defined in the feature that writes their table. */
export interface Restorable {
  read(db: Db, columns: string[], ids: number[]): Promise<Map<number, Fields>>;
  write(db: Db, rows: { id: number; fields: Fields }[]): Promise<void>;
  /** Which columns refer to which tables; a referenced row may have been deleted meanwhile. */
  references: Record<string, Keyed>;
}

export const restorable = (target: Keyed, references: Restorable['references'] = {}, touch: string[] = []): Restorable => ({
  references,
  read: (db, columns, ids) => readFields(db, target, columns, ids),
  write: (db, rows) => writeFields(db, target, rows, touch),
});
