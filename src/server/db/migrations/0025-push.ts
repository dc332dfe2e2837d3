import { type Kysely, sql } from 'kysely';

/** What waits to be sent to devices by web push. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create sequence push_batches`,
  `create table push_due (
    id bigint generated always as identity primary key,
    batch bigint not null,
    -- One that is gone meanwhile is not there: its row is settled, not dropped.
    subscription_id bigint not null,
    user_id int not null references members on delete cascade,
    gathered int,
    due_at timestamptz not null,
    attempts int not null default 0,
    begun_at timestamptz)`,
  `create index push_due_at on push_due (due_at)`,
  `create index push_due_batch on push_due (batch)`,
  `create index push_due_user on push_due (user_id)`,
];
