import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { advanceIdsPast, isPostIdTaken, NEXT_ID } from '../catalogue/kept-ids.server.ts';
import { threadIdOfDeal } from '../catalogue/merged.server.ts';
import type { Range } from '../../server/db/staging.ts';
import { stagedRows, upsert, type Target } from '../../server/db/upsert.ts';

interface SavedComments {
  added: number[];
  changed: number[];
  /** Threads in which a comment was added, changed or removed. */
  threads: number[];
}

const COMMENTS: Target = {
  table: 'comments',
  id: 'post_id',
  key: ['source', 'source_id'],
  columns: ['thread_id', 'user_id', 'body', 'posted_at'],
  first: ['votes_up', 'votes_down', 'post_id'],
  defaults: { post_id: NEXT_ID },
  returning: { added: sql`row.thread_id, row.thread_id as before`, changed: sql`row.thread_id, old.thread_id as before` },
};

const SHAPE = sql`deal text, deal_source text, member text, member_source text, body text, posted_at timestamptz,
  votes_up int, votes_down int, post_id bigint`;

/** The post id that a record gives a comment, where it is free and no record before it gives the same. */
const KEPT_POST_ID = sql`case when s.post_id is not null and not ${isPostIdTaken(sql.ref('s.post_id'))}
  and row_number() over (partition by coalesce(s.post_id, -s.ord) order by s.ord) = 1 then s.post_id end`;

/** Saves staged comments. Their parents are set later, with `setReplyParents`. */
export async function upsertComments(db: Db, range: Range): Promise<SavedComments> {
  const numbered = stagedRows('comment', range, sql`post_id bigint`);
  await advanceIdsPast(db, sql`select max(post_id) from ${numbered} as s`);
  const { added, changed } = await upsert<{ thread_id: number; before: number }>(
    db,
    COMMENTS,
    sql`select s.ord, s.source, s.source_id, ${threadIdOfDeal(sql.ref('s.deal_source'), sql.ref('s.deal'))} as thread_id, members.user_id, s.body, s.posted_at, s.votes_up, s.votes_down, ${KEPT_POST_ID} as post_id
      from ${stagedRows('comment', range, SHAPE)} as s
      left join members on members.source = s.member_source and members.source_id = s.member`,
  );
  return {
    added: added.map(({ id }) => id),
    changed: changed.map(({ id }) => id),
    threads: [...added, ...changed].flatMap((row) => [row.thread_id, row.before]),
  };
}

/** Sets the parents of staged replies, once all comments are saved. */
export async function setReplyParents(db: Db, range: Range): Promise<{ id: number; thread_id: number }[]> {
  const { rows } = await sql<{ id: number; thread_id: number }>`
    update comments as row set parent_id = parent.post_id
    from ${stagedRows('comment', range, sql`parent text, parent_source text`)} as s
    left join comments as parent on parent.source = s.parent_source and parent.source_id = s.parent
    where row.source = s.source and row.source_id = s.source_id and row.parent_id is distinct from parent.post_id
    returning row.post_id as id, row.thread_id`.execute(db);
  return rows;
}
