import { type Kysely, sql } from 'kysely';

/** Deals that members hide from lists. Pages are the same for everybody, so that nothing of it reaches the journal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table hidden_deals (
    user_id int not null references members on delete cascade,
    thread_id bigint not null references deals on delete cascade,
    hidden_at timestamptz not null,
    primary key (user_id, thread_id))`,
  `create index hidden_deals_thread on hidden_deals (thread_id)`,
];
