import { type Kysely, sql } from 'kysely';

/** What an account can be taken back by, and which browsers and sessions of it are known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Cookies of known browsers are signed with it: counting on makes all of them worthless.
  `alter table accounts add column device_epoch int not null default 0`,
  // What a page may show of a session.
  `alter table sessions add column id uuid not null default gen_random_uuid() unique`,
  `create table past_emails (
    id bigint generated always as identity primary key,
    user_id int not null references accounts on delete cascade,
    email text not null, email_key text not null, changed_at timestamptz not null)`,
  `create index past_emails_user on past_emails (user_id)`,
  `create index past_emails_key on past_emails (email_key)`,
  `alter table tokens drop constraint tokens_purpose_check`,
  `alter table tokens add constraint tokens_purpose_check
    check (purpose in ('verify-email', 'change-email', 'restore-email', 'reset-password', 'magic-link'))`,
];
