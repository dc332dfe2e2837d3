import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import type { Db } from '../../src/server/db/database.ts';

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

/** A statement that ran within a transaction. */
export interface Watched {
  text: string;
  /** Rows that the steps of its plan looked at, in all their rounds. */
  rows: number;
}

const EXPLAINED = /^\s*(select|with|insert|update|delete)\b/i;

/**
 * Makes the database report how many rows statements read, by first running each once more and rolling that back. Must be called before
 * the database is opened.
 * @returns a function that does some work and gives the statements that ran in it, within transactions
 */
export function watchPlans(): (work: () => Promise<unknown>) => Promise<Watched[]> {
  let watched: Watched[] | undefined;
  const query = pg.Client.prototype.query as (...given: unknown[]) => Promise<{ rows: unknown[] }>;
  const explain = async (client: pg.Client, text: string, values: unknown[]) => {
    if (!watched || client.getTransactionStatus() !== 'T' || !EXPLAINED.test(text)) return;
    await query.call(client, 'savepoint watched');
    const { rows } = await query.call(client, `explain (analyze, timing off, format json) ${text}`, values);
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': { Plan: PlanNode }[] }];
    await query.call(client, 'rollback to savepoint watched');
    watched.push({ text: text.trim(), rows: rowsOf(plans[0]!.Plan) });
  };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [string | { text: string; values: unknown[] }, unknown[] | undefined];
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : first;
    if (!watched || !Array.isArray(values)) return query.apply(this, given);
    return explain(this, text, values).then(() => query.apply(this, given));
  });
  onTestFinished(() => spy.mockRestore());
  return async (work) => {
    const all: Watched[] = (watched = []);
    try {
      await work();
    } finally {
      watched = undefined;
    }
    return all;
  };
}

/**
 * Vacuums and analyzes a table until an index alone tells which of its rows are seen: while another transaction is open in the database, such
 * as one of autovacuum, a vacuum cannot see to that.
 */
export async function vacuumWhole(db: Db, table: string): Promise<void> {
  await vi.waitUntil(
    async () => {
      await sql`vacuum analyze ${sql.table(table)}`.execute(db);
      const { rows } = await sql`select from pg_class where relname = ${table} and relallvisible = relpages`.execute(db);
      return rows.length === 1;
    },
    { timeout: 20_000 },
  );
}

/** Rows of tables that were read one after the other so far, by triggers and checks too. */
export async function rowsRead(db: Db, tables: string[]): Promise<number> {
  // A session's own counts show once it has written them, at the end of a statement.
  await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ rows: number }>`
    select sum(seq_tup_read)::int as rows from pg_stat_user_tables where relname = any(${tables}::text[])`.execute(db);
  return rows[0]!.rows;
}

/** Rows that a query looks at, which is run for that. */
export async function rowsLookedAt(query: { explain(format: 'json', options: RawBuilder<unknown>): Promise<unknown[]> }): Promise<number> {
  const [explained] = await query.explain('json', sql`analyze, timing off`);
  const { 'QUERY PLAN': plans } = explained as { 'QUERY PLAN': { Plan: PlanNode }[] };
  return rowsOf(plans[0]!.Plan);
}

function rowsOf(node: PlanNode): number {
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return each * node['Actual Loops'] + (node.Plans ?? []).reduce((sum, below) => sum + rowsOf(below), 0);
}
