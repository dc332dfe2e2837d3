import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Table } from './tables.server.ts';
import { oneRow } from '../../server/db/one-row.ts';

const ROWS_AT_ONCE = 500;

/** Sets, for the transaction, what the JSON of rows depends on, so that every database writes the same. */
export async function fixJsonFormat(transaction: Db): Promise<void> {
  for (const setting of [`timezone = 'UTC'`, `extra_float_digits = 1`, `bytea_output = 'hex'`, `intervalstyle = 'postgres'`]) {
    await sql.raw(`set local ${setting}`).execute(transaction);
  }
}

/**
 * The rows of a table as JSON text with just `columns`, some at a time, in an order that does not depend on the
 * database's language; within a transaction.
 */
export async function* readRows(transaction: Db, { name, columns: all, generated, key }: Table, columns = all): AsyncGenerator<string[]> {
  const wanted = new Set(columns);
  const others = [...all, ...generated].filter((column) => !wanted.has(column));
  const row = sql`to_jsonb(t) - array[${sql.join(others.map((column) => sql.lit(column)))}]::text[]`;
  const order = key.map((part) => (part.text ? sql`t.${sql.ref(part.name)} collate "C"` : sql`t.${sql.ref(part.name)}`));
  const query = sql`select (${row})::text as row from ${sql.table(name)} as t order by ${order.length > 0 ? sql.join(order) : sql`(${row})::text collate "C"`}`;
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(transaction);
    if (rows.length > 0) yield rows.map((fetched) => fetched.row);
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup_rows`.execute(transaction);
}

/** How many rows a table has. */
export async function countRows(db: Db, table: string): Promise<number> {
  const { count } = await oneRow(db, sql<{ count: number }>`select count(*) from ${sql.table(table)}`);
  return count;
}
