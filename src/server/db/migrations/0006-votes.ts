import { type Kysely, sql } from 'kysely';

/** What members voted: one vote a member and post. Counts stand on the posts, with what was imported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table votes (
    user_id int not null references members on delete cascade,
    post_id bigint not null,
    vote smallint not null check (vote in (-1, 1)),
    cast_at timestamptz not null,
    primary key (user_id, post_id))`,
  `create index votes_post on votes (post_id)`,
];
