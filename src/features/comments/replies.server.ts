import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { pageOf, REPLIES_AT_ONCE, type Replies, type Reply } from './comment.ts';
import { positionOf, repliesUnder, shownReplies, toReply, type Position } from './comments.server.ts';
import { threadNamed } from './threads.server.ts';

/** Where nested replies end: what is deeper, or more, is had by the id of its parent. */
const DEEPEST = 8;
const MOST_NESTED = 400;

/** `GET /comments/replies/{id}` (spec §7; contract.md, Community). */
export async function answerReplies({ context: { db }, params, query }: Call): Promise<Replies> {
  const subject = await subjectOf(db, idIn(params['id'] ?? null));
  if (!subject) throw new Fault(404, 'There is no such thread or post.');
  const after = await afterIn(db, subject.threadId, query.get('from-reply'));
  if (query.get('threaded') === '1') return threaded(db, subject, after);
  if (subject.postId === undefined) {
    const found = await repliesUnder(db, [subject.threadId], REPLIES_AT_ONCE + 1, after);
    return pageOf(found.get(subject.threadId) ?? [], REPLIES_AT_ONCE);
  }
  return pageOf((await children(db, [subject.postId], REPLIES_AT_ONCE + 1, after)).get(subject.postId) ?? [], REPLIES_AT_ONCE);
}

/** A thread, or a comment in it. */
interface Subject {
  threadId: number;
  postId?: number;
}

const idIn = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);

async function subjectOf(db: Db, id: number | undefined): Promise<Subject | undefined> {
  if (id === undefined) return undefined;
  const thread = await threadNamed(db, id);
  if (thread) return { threadId: thread.threadId };
  const comment = await db
    .selectFrom('comments as c')
    .innerJoin('deals as d', 'd.thread_id', 'c.thread_id')
    .select('c.thread_id')
    .where('c.post_id', '=', id)
    .where('c.status', '=', 'shown')
    .where('d.status', '<>', 'scheduled')
    .executeTakeFirst();
  return comment && { threadId: comment.thread_id, postId: id };
}

/** @throws Fault 400 for what names no post, 404 for a post that is not in the thread */
async function afterIn(db: Db, threadId: number, text: string | null): Promise<Position | undefined> {
  if (text === null) return undefined;
  const id = idIn(text);
  if (id === undefined) throw new Fault(400, 'from-reply must be the id of a post.');
  const after = await positionOf(db, threadId, id);
  if (!after) throw new Fault(404, 'There is no such post in this thread.');
  return after;
}

/** The direct replies to comments, oldest first: so many to each, and so many in all. */
async function children(db: Db, parents: number[], limit: number, after?: Position, most = limit): Promise<Map<number, Reply[]>> {
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${parents}::bigint[])`.as<'parent'>(sql`parent(id)`))
    .innerJoinLateral(
      (eb) =>
        shownReplies(eb as unknown as Db)
          .whereRef('c.parent_id', '=', sql.ref('parent.id'))
          .$if(after !== undefined, (query) => query.where(isAfter(after)))
          .orderBy('c.posted_at')
          .orderBy('c.post_id')
          .limit(limit)
          .as('reply'),
      (join) => join.onTrue(),
    )
    .selectAll('reply')
    .orderBy('reply.posted_at')
    .orderBy('reply.post_id')
    .limit(most)
    .execute();
  return new Map([...Map.groupBy(rows, (row) => row.parent_id!)].map(([id, replies]) => [id, replies.map(toReply)]));
}

const isAfter = (after: Position | undefined) =>
  sql<boolean>`(c.posted_at, c.post_id) > (${after?.posted_at}::timestamptz, ${after?.post_id}::bigint)`;

/** A page of comments with the replies to them inside; a reply to one that is not shown any more stands by itself. */
async function threaded(db: Db, { threadId, postId }: Subject, after: Position | undefined): Promise<Replies> {
  const rows = await shownReplies(db)
    .$if(postId !== undefined, (query) => query.where('c.parent_id', '=', postId!))
    .$if(postId === undefined, (query) =>
      query
        .where('c.thread_id', '=', threadId)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb.selectFrom('comments as p').select('p.post_id').whereRef('p.post_id', '=', 'c.parent_id').where('p.status', '=', 'shown'),
            ),
          ),
        ),
    )
    .$if(after !== undefined, (query) => query.where(isAfter(after)))
    .orderBy('c.posted_at')
    .orderBy('c.post_id')
    .limit(REPLIES_AT_ONCE + 1)
    .execute();
  const page = pageOf(rows.map(toReply), REPLIES_AT_ONCE);
  await nest(db, page.replies);
  return page;
}

/** Puts replies into these comments, level by level. */
async function nest(db: Db, replies: Reply[]): Promise<void> {
  let level = replies;
  let left = MOST_NESTED;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth += 1) {
    const replied = level.filter(({ replyCount }) => replyCount > 0);
    const found =
      replied.length > 0 && left > 0 ? await children(db, ids(replied), REPLIES_AT_ONCE, undefined, left) : new Map<number, Reply[]>();
    for (const reply of level) {
      reply.replies = found.get(reply.postid) ?? [];
      left -= reply.replies.length;
    }
    level = level.flatMap(({ replies: inside = [] }) => inside);
  }
  for (const reply of level) reply.replies = [];
}

const ids = (replies: Reply[]) => replies.map(({ postid }) => postid);
