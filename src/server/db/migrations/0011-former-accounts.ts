import { type Kysely, sql } from 'kysely';

/** What is kept for a while of accounts that were deleted, and where reports came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // No key of another table: it tells of members who are gone.
  `create table former_accounts (
    user_id int not null,
    -- Keyed hash of the e-mail address.
    address text not null,
    -- Null while the account goes on under another address.
    deleted_at timestamptz,
    suspended_until timestamptz,
    -- Who has signed up with the address since.
    now_user_id int,
    forget_at timestamptz not null,
    primary key (user_id, address))`,
  `create index former_accounts_address on former_accounts (address)`,
  `create index former_accounts_now on former_accounts (now_user_id) where now_user_id is not null`,

  // A report outlives the account that made it; by its member's id it still counts as one of theirs.
  `alter table reports drop constraint reports_user_id_fkey,
    -- Keyed hashes, as of votes.
    add column network text, add column browser text,
    -- Whether it does something by itself, or is for moderators alone; so are those from before this was known.
    add column counts boolean not null default false`,
  `create index reports_origin on reports (created_at) where counts or network is not null or browser is not null`,

  `create index comments_deleted_text on comments (post_id) where status = 'deleted' and body <> ''`,
];
