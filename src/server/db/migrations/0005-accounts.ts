import { type Kysely, sql } from 'kysely';

/** Members' accounts, their sessions, the links that were mailed to them, and the mails that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table members add column avatar text`,
  `create table accounts (
    user_id int primary key references members on delete cascade,
    email text not null, email_key text not null unique, email_verified_at timestamptz,
    password_hash text, dark_mode boolean, created_at timestamptz not null)`,
  `create table avatars (
    user_id int primary key references members on delete cascade,
    digest text not null, image bytea not null)`,
  `create index avatars_digest on avatars (digest)`,
  `create table identities (
    provider text not null check (provider in ('google', 'facebook')), subject text not null,
    user_id int not null references accounts on delete cascade, created_at timestamptz not null,
    primary key (provider, subject), unique (user_id, provider))`,
  `create table sessions (
    token_hash bytea primary key,
    user_id int not null references accounts on delete cascade,
    created_at timestamptz not null, seen_at timestamptz not null, signed_in_at timestamptz not null,
    lasting boolean not null, device text not null)`,
  `create index sessions_user on sessions (user_id)`,
  `create index sessions_seen on sessions (seen_at)`,
  `create table tokens (
    token_hash bytea primary key,
    purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password', 'magic-link')),
    user_id int not null references accounts on delete cascade,
    email text not null, expires_at timestamptz not null)`,
  `create index tokens_user on tokens (user_id, purpose)`,
  `create index tokens_expires on tokens (expires_at)`,
  `create table outbox (
    id bigint generated always as identity primary key,
    kind text not null, data jsonb not null,
    created_at timestamptz not null default now(), due_at timestamptz not null default now(),
    attempts int not null default 0, last_error text, failed_at timestamptz)`,
  `create index outbox_due on outbox (due_at) where failed_at is null`,
  // What a member's page shows, and what is looked for when a member goes.
  `create index deals_posted_by on deals (posted_by, posted_at desc) where posted_by is not null`,
  `create index comments_user on comments (user_id, posted_at desc)`,
  // The table of the limiter's library, as the library makes it.
  `create table rate_limits (key varchar(255) primary key, points int not null default 0, expire bigint)`,
  `create index rate_limits_expire on rate_limits (expire)`,
  // As in migration 0002; pictures of members stand beside their names.
  `create or replace function note_members() returns trigger language plpgsql as $$
  declare
    renamed int[] := array(select n.user_id from old_rows o join new_rows n using (user_id)
      where (o.username, o.reputation, o.avatar) is distinct from (n.username, n.reputation, n.avatar));
  begin
    if cardinality(renamed) > 500 then insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, quiet)
      select 'comments', thread_id, true from deals where posted_by = any(renamed)
      union select 'comments', thread_id, true from comments where user_id = any(renamed);
    end if;
    return null;
  end $$`,
];
