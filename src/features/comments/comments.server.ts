import { sql, type InferResult, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { avatarPath } from '../../lib/avatar.ts';
import { score } from '../../lib/hot-rank.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import type { CommentSort, Reply } from './contracts/replies.ts';
import { toHtml } from './markup.server.ts';
import { MENTIONED } from './mentions.server.ts';

/** Comments that everybody may see, with their authors and the number of their replies. */
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

type ReplyRow = InferResult<ReturnType<typeof shownReplies>>[number];

/** A position in a thread, for any sort order. */
export interface Position {
  posted_at: Date;
  post_id: number;
  votes_up: number;
  votes_down: number;
}

interface Wanted {
  /** How many of each thread or comment. */
  each: number;
  /** How many in all. */
  most?: number;
  /** Only those after this position. */
  after?: Position | undefined;
  /** The oldest first, where no other order is wanted. */
  sort?: CommentSort;
}

/** The comments of each of these threads, or the direct replies to each of these comments. */
export async function repliesOf(
  db: Db,
  of: 'thread_id' | 'parent_id',
  ids: number[],
  { each, most = each * ids.length, after, sort = 'old' }: Wanted,
): Promise<Map<number, Reply[]>> {
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${ids}::bigint[])`.as<'subject'>(sql`subject(id)`))
    .innerJoinLateral(
      shownReplies(db)
        .whereRef(`c.${of}`, '=', sql.ref('subject.id'))
        .$call((query) => (after === undefined ? query : query.where(isAfter(after, sort))))
        .orderBy(inOrder(sort, 'c'))
        .limit(each)
        .as('reply'),
      (join) => join.onTrue(),
    )
    .selectAll('reply')
    .select('subject.id as subject')
    .orderBy(inOrder(sort, 'reply'))
    .limit(most)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.subject)].map(([id, replies]) => [id, replies.map(toReply)]));
}

/** Comments `of` this name in an order of their thread; of the same score, the one that was first is the first. */
export function inOrder(sort: CommentSort, of: 'c' | 'reply'): RawBuilder<unknown> {
  const [postedAt, postId, up, down] = (['posted_at', 'post_id', 'votes_up', 'votes_down'] as const).map((name) =>
    sql.ref(`${of}.${name}`),
  );
  if (sort === 'new') return sql`${postedAt} desc, ${postId} desc`;
  return sort === 'old' ? sql`${postedAt}, ${postId}` : sql`${up} - ${down} desc, ${postedAt}, ${postId}`;
}

/** Whether a comment `c` comes after a place in its thread. */
export function isAfter(place: Position, sort: CommentSort): RawBuilder<boolean> {
  const [here, there] = [sql`(c.posted_at, c.post_id)`, sql`(${place.posted_at}::timestamptz, ${place.post_id}::bigint)`];
  if (sort === 'old') return sql`${here} > ${there}`;
  if (sort === 'new') return sql`${here} < ${there}`;
  const points = place.votes_up - place.votes_down;
  return sql`(c.votes_up - c.votes_down < ${points} or (c.votes_up - c.votes_down = ${points} and ${here} > ${there}))`;
}

/** The threads in which these members have written comments that are shown. */
export async function threadsWrittenIn(db: Db, members: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct thread_id as id from comments where user_id = any(${members}::int[]) and status = 'shown'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Where a comment is in its thread, also one that is hidden or deleted; undefined when there is none in this thread. */
export const positionOf = (db: Db, threadId: number, postId: number): Promise<Position | undefined> =>
  db
    .selectFrom('comments')
    .select(['posted_at', 'post_id', 'votes_up', 'votes_down'])
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
