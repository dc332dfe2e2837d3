import { type Kysely, sql } from 'kysely';

/** What is known of deliveries that were handed over, and of mails whose try was begun. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table outbox add column begun_at timestamptz`,
  // What it went out in, with others: of mails the number in the outbox.
  `alter table deliveries add column batch bigint`,
  `create index deliveries_batch on deliveries (batch) where batch is not null`,
  // How many went out to a member today.
  `create index deliveries_settled on deliveries (user_id, settled_at) where batch is not null`,
];
