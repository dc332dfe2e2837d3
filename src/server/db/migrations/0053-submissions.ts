import { type QueryExecutorProvider, sql } from 'kysely';

/** What members typed to post deals: those of new members wait for a look, and a form that is sent twice makes one deal. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table submissions (
    id bigint generated always as identity primary key,
    user_id int not null references members on delete cascade,
    -- Of the form: the same again is no other deal.
    key text not null,
    -- What was typed, by field.
    fields jsonb not null,
    status text not null check (status in ('waiting', 'published', 'refused')),
    -- Counts changes by its poster, so that nobody decides about another version than they saw.
    revision int not null default 1,
    thread_id bigint references deals on delete set null,
    reason text not null default '',
    created_at timestamptz not null, decided_at timestamptz,
    unique (user_id, key))`,
  `create index submissions_waiting on submissions (created_at, id) where status = 'waiting'`,
  `create index submissions_decided on submissions (decided_at)`,
  `create index submissions_thread on submissions (thread_id)`,
];
