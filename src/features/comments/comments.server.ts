import { sql, type InferResult } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { avatarPath } from '../../lib/avatar.ts';
import { score } from '../../lib/hot-rank.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import type { Reply } from './contracts/replies.ts';
import { toHtml } from './markup.server.ts';
import { MENTIONED } from './mentions.server.ts';

/** Comments that everybody may see, with what stands beside them. */
export const shownReplies = (db: Db) =>
  visibleComments(db)
    .leftJoin('members as m', 'm.user_id', 'c.user_id')
    .select(['c.thread_id', 'c.post_id', 'c.parent_id', 'c.user_id', 'c.body', 'c.posted_at', 'c.edited_at', 'c.votes_up', 'c.votes_down'])
    .select(['m.username', 'm.reputation', 'm.avatar', MENTIONED])
    .select((eb) =>
      eb
        .selectFrom('comments as r')
        .select((r) => r.fn.countAll<number>().as('n'))
        .whereRef('r.parent_id', '=', 'c.post_id')
        .where('r.status', '=', 'shown')
        .as('reply_count'),
    );

export type ReplyRow = InferResult<ReturnType<typeof shownReplies>>[number];

/** A place in a thread, which is in the order of posting. */
export interface Position {
  posted_at: Date;
  post_id: number;
}

interface Wanted {
  /** How many of each thread or comment. */
  each: number;
  /** How many in all. */
  most?: number;
  /** They go on after this place. */
  after?: Position | undefined;
}

/** The comments of each of these threads, or the direct replies to each of these comments, oldest first. */
export async function repliesOf(
  db: Db,
  of: 'thread_id' | 'parent_id',
  ids: number[],
  { each, most = each * ids.length, after }: Wanted,
): Promise<Map<number, Reply[]>> {
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${ids}::bigint[])`.as<'subject'>(sql`subject(id)`))
    .innerJoinLateral(
      shownReplies(db)
        .whereRef(`c.${of}`, '=', sql.ref('subject.id'))
        .$call((query) => (after === undefined ? query : query.where(isAfter(after))))
        .orderBy('c.posted_at')
        .orderBy('c.post_id')
        .limit(each)
        .as('reply'),
      (join) => join.onTrue(),
    )
    .selectAll('reply')
    .select('subject.id as subject')
    .orderBy('reply.posted_at')
    .orderBy('reply.post_id')
    .limit(most)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.subject)].map(([id, replies]) => [id, replies.map(toReply)]));
}

/** Whether a comment `c` comes after a place in its thread. */
export const isAfter = ({ posted_at: postedAt, post_id: postId }: Position) =>
  sql<boolean>`(c.posted_at, c.post_id) > (${postedAt}::timestamptz, ${postId}::bigint)`;

/** Where a comment stands in its thread, also one that is hidden or deleted; undefined when there is none in this thread. */
export const positionOf = (db: Db, threadId: number, postId: number): Promise<Position | undefined> =>
  db
    .selectFrom('comments')
    .select(['posted_at', 'post_id'])
    .where('post_id', '=', postId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst();

export function toReply(row: ReplyRow): Reply {
  return {
    postid: row.post_id,
    parentid: row.parent_id,
    userid: row.user_id,
    username: row.username ?? 'deleted member',
    avatar:
      row.user_id === null || row.username === null
        ? null
        : avatarPath({ userId: row.user_id, username: row.username, avatar: row.avatar }),
    reputation: row.reputation ?? 0,
    postedAt: row.posted_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    bodyHtml: toHtml(row.body, row.mentioned),
    score: score({ up: row.votes_up, down: row.votes_down }),
    replyCount: row.reply_count ?? 0,
  };
}
