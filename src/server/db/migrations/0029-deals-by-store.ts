import { type Kysely, sql } from 'kysely';

/** Duplicates are looked for among the deals that a store posted within days, whatever their prices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [`create index deals_store_posted on deals (store_id, posted_at, thread_id)`, `drop index deals_store_price`];
