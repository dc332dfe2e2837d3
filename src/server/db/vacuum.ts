import { sql } from 'kysely';
import type { Db } from './database.ts';
import { oneRow } from './one-row.ts';
import { every } from '../every.ts';
import { withoutTimeLimit } from './time-limit.ts';

const LOOK_MS = 60_000;
/**
 * Rows, and share of the table, that must have changed, as for PostgreSQL's autovacuum, but higher, because all clients wait for it here.
 */
const ROWS = 1_000;
const PART = 0.2;

/**
 * Starts the job that vacuums and analyzes tables of the embedded database that have changed much, as autovacuum does on a server.
 * Without it queries are planned with outdated statistics, and counting reads every row.
 * @returns a function that ends the job
 */
export function startVacuumJob(db: Db, onError: (error: unknown) => void): () => void {
  return every(LOOK_MS, () => vacuumChanged(db), onError);
}

/**
 * Vacuums and analyzes the tables that have changed much, outside of any transaction. On the embedded database other clients wait for each
 * statement: one table at a time keeps that short, and lets them have the connection in between.
 */
export async function vacuumChanged(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_stat_user_tables join pg_class on pg_class.oid = relid, pg_stat_force_next_flush()
    where greatest(n_dead_tup, n_ins_since_vacuum, n_mod_since_analyze) > ${ROWS} + ${PART} * greatest(reltuples, 0)`.execute(db);
  for (const { name } of rows) {
    await vacuumTable(db, name);
    await withoutTimeLimit(db, (connection) => analyzeTable(connection, name));
  }
}

/** Vacuums a table, outside of any transaction. */
export const vacuumTable = (db: Db, table: string): Promise<unknown> =>
  withoutTimeLimit(db, (connection) => sql`vacuum ${sql.table(table)}`.execute(connection));

/** Analyzes a table, with what the transaction has written so far. */
export const analyzeTable = (db: Db, table: string): Promise<unknown> => sql`analyze ${sql.table(table)}`.execute(db);

/** The number of added rows from which new statistics are worth their cost. */
const MANY_ADDED = 500;
/** How many times more rows than its statistics say a transaction adds to a table before these are made anew. */
const GROWN = 2;

/**
 * Analyzes a table that a transaction fills with many more rows than its statistics say: autovacuum does not see them before the
 * transaction ends, and plans for a nearly empty table, such as those of foreign keys, scan it for each new row. The first rows alone may
 * mislead, too: where all comments of them are on one deal, those of thousands of deals were looked for in all comments, one deal after the other.
 */
export async function analyzeGrown(transaction: Db, table: string, added: number): Promise<void> {
  if (added < MANY_ADDED) return;
  const { known, inserted } = await oneRow(
    transaction,
    sql<{ known: number; inserted: number }>`
      select reltuples as known, pg_stat_get_xact_tuples_inserted(oid)::float8 as inserted from pg_class where oid = ${table}::regclass`,
  );
  if (known < Math.max(added, inserted / GROWN)) await analyzeTable(transaction, table);
}
