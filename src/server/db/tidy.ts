import { sql } from 'kysely';
import type { Db } from './database.ts';
import { every } from '../every.ts';
import { withoutTimeLimit } from './time-limit.ts';

const LOOK_MS = 60_000;
/** As with PostgreSQL's autovacuum so many rows, and such a part of the table, must have changed; more, because all wait for it here. */
const ROWS = 1_000;
const PART = 0.2;

/**
 * What a database server does by itself: clears away what rows have left behind, and learns what is in tables that have
 * changed much. Without it queries plan for tables that are long gone, and counting reads every row.
 * @returns a function that ends it
 */
export function startTidyJob(db: Db, onError: (error: unknown) => void): () => void {
  return every(LOOK_MS, () => tidyChanged(db), onError);
}

/** Clears up after the tables that have changed much. */
export async function tidyChanged(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select pg_class.relname as name from pg_stat_user_tables join pg_class on pg_class.oid = relid, pg_stat_force_next_flush()
    where greatest(n_dead_tup, n_ins_since_vacuum, n_mod_since_analyze) > ${ROWS} + ${PART} * greatest(reltuples, 0)`.execute(db);
  await tidy(
    db,
    rows.map(({ name }) => name),
  );
}

/**
 * Clears up after these tables; outside of any transaction. Each statement is one that others wait for on the embedded database, so that
 * each is short, and those who wait get the connection before the next.
 */
export async function tidy(db: Db, tables: string[]): Promise<void> {
  for (const table of tables) {
    await withoutTimeLimit(db, (connection) => sql`vacuum ${sql.table(table)}`.execute(connection));
    await withoutTimeLimit(db, (connection) => sql`analyze ${sql.table(table)}`.execute(connection));
  }
}

/** From so many rows on that were added at once, plans that were made before are worth making anew. */
const MANY_ADDED = 500;

/**
 * Has the database look at a table that has just got more rows than it believed to be there: nobody else sees them before the
 * transaction ends, and plans for a table that was all but empty, such as those of foreign keys, go through every row for each new one.
 */
export async function analyzeGrown(transaction: Db, table: string, added: number): Promise<void> {
  if (added < MANY_ADDED) return;
  const { rows } = await sql<{ known: number }>`select reltuples as known from pg_class where oid = ${table}::regclass`.execute(
    transaction,
  );
  if ((rows[0]?.known ?? 0) < added) await sql`analyze ${sql.table(table)}`.execute(transaction);
}
