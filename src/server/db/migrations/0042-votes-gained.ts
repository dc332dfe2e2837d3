import { type Kysely, sql } from 'kysely';

/**
 * The votes that a deal gained lately, as a job counts them (docs/decisions/070-rising.md): the order "Rising" and the words of the opening row
 * read them from its row, and nothing on a page goes by the clock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table deals add column gained_hour int not null default 0, add column gained_day int not null default 0`,
  `create index deals_rising on deals (expired_last, gained_day desc, rank desc, thread_id desc) where status <> 'scheduled'`,
  `create index deals_gaining on deals (post_id) where gained_hour <> 0 or gained_day <> 0`,
  `create index votes_recent on votes (cast_at)`,
  // As in migration 0013: what a job counts is no edit. Pages that show it are noted by the job.
  `create or replace function deal_words(d deals) returns jsonb language sql stable as $$
    select to_jsonb(d) - '{votes_up,votes_down,comment_count,rank,gained_hour,gained_day,changed_at,modified_at,search}'::text[] $$`,
];
