import type { Db } from '../../server/db/connect.ts';
import { score } from '../deals/deal.ts';
import { toHtml, type Reply } from './comment.ts';

/** The first comments under a deal, oldest first. */
export async function threadReplies(db: Db, threadId: number, limit: number): Promise<Reply[]> {
  const rows = await db
    .selectFrom('comments as c')
    .leftJoin('members as m', 'm.user_id', 'c.user_id')
    .select(['c.post_id', 'c.parent_id', 'c.user_id', 'c.body', 'c.posted_at', 'c.votes_up', 'c.votes_down', 'm.username', 'm.reputation'])
    .select((eb) =>
      eb
        .selectFrom('comments as r')
        .select((r) => r.fn.countAll<number>().as('n'))
        .whereRef('r.parent_id', '=', 'c.post_id')
        .as('reply_count'),
    )
    .where('c.thread_id', '=', threadId)
    .orderBy('c.posted_at')
    .orderBy('c.post_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    postid: row.post_id,
    parentid: row.parent_id,
    userid: row.user_id,
    username: row.username ?? 'deleted member',
    avatar: null,
    reputation: row.reputation ?? 0,
    postedAt: row.posted_at.toISOString(),
    bodyHtml: toHtml(row.body),
    score: score({ up: row.votes_up, down: row.votes_down }),
    replyCount: row.reply_count ?? 0,
  }));
}
