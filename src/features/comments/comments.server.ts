import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import { avatarPath } from '../accounts/avatar.ts';
import { score } from '../deals/deal.ts';
import { toHtml, type Reply } from './comment.ts';

/** The first comments under each of these deals, oldest first. */
export async function firstReplies(db: Db, threadIds: number[], limit: number): Promise<Map<number, Reply[]>> {
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${threadIds}::bigint[])`.as<'thread'>(sql`thread(id)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('comments')
          .selectAll()
          .whereRef('comments.thread_id', '=', 'thread.id')
          .orderBy('posted_at')
          .orderBy('post_id')
          .limit(limit)
          .as('c'),
      (join) => join.onTrue(),
    )
    .leftJoin('members as m', 'm.user_id', 'c.user_id')
    .select([
      'c.thread_id',
      'c.post_id',
      'c.parent_id',
      'c.user_id',
      'c.body',
      'c.posted_at',
      'c.votes_up',
      'c.votes_down',
      'm.username',
      'm.reputation',
      'm.avatar',
    ])
    .select((eb) =>
      eb
        .selectFrom('comments as r')
        .select((r) => r.fn.countAll<number>().as('n'))
        .whereRef('r.parent_id', '=', 'c.post_id')
        .as('reply_count'),
    )
    .orderBy('c.posted_at')
    .orderBy('c.post_id')
    .execute();
  const threads = Map.groupBy(rows, (row) => row.thread_id);
  return new Map([...threads].map(([id, replies]) => [id, replies.map(toReply)]));
}

function toReply(row: CommentRow): Reply {
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
    bodyHtml: toHtml(row.body),
    score: score({ up: row.votes_up, down: row.votes_down }),
    replyCount: row.reply_count ?? 0,
  };
}

interface CommentRow {
  post_id: number;
  parent_id: number | null;
  user_id: number | null;
  body: string;
  posted_at: Date;
  votes_up: number;
  votes_down: number;
  username: string | null;
  reputation: number | null;
  avatar: string | null;
  reply_count: number | null;
}
