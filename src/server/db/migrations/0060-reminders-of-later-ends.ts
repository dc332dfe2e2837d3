import { type QueryExecutorProvider, sql } from 'kysely';

/** Who was reminded of a deal's end is reminded again when it ends later than was known: the index has those, too. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [`drop index saved_deals_remind`, `create index saved_deals_remind on saved_deals (thread_id) where remind`];
