import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * Deals that are to be compared with alerts are taken in the order in which they were noted. All deals of an import are due at the same moment, so
 * that an index by that moment alone left the whole queue to be sorted for each of the few deals that were taken at a time.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [`drop index alert_due_at`, `create index alert_due_at on alert_due (due_at, noted_at)`];
