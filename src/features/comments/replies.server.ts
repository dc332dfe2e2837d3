import { readId } from '../../lib/exact-params.ts';
import type { Db } from '../../server/db/database.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { requireFields } from '../../server/http/fields.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import { pageOf, REPLIES_AT_ONCE } from './comment.ts';
import { type CommentSort, repliesCall, type Replies, type Reply } from './contracts/replies.ts';
import { inOrder, isAfter, positionOf, repliesOf, shownReplies, toReply, type Position } from './comments.server.ts';
import { findThread } from './threads.server.ts';

/** Limits of nested replies. Deeper or further ones are loaded by the id of their parent. */
const DEEPEST = 8;
const MOST_NESTED = 400;

/** `GET /comments/replies/{id}` (spec §7; contract.md, Community). */
export async function answerReplies({ context: { db }, params, query }: Call): Promise<Replies> {
  const subject = await subjectOf(db, readId(params['id'] ?? ''));
  if (!subject) throw new Fault(404, 'There is no such thread or post.');
  const fields = requireFields(query, repliesCall.query);
  const after = await afterIn(db, subject.threadId, fields['from-reply']);
  if (fields.threaded) return threaded(db, subject, after, fields.sort);
  const [of, id] = subject.postId === undefined ? (['thread_id', subject.threadId] as const) : (['parent_id', subject.postId] as const);
  const found = await repliesOf(db, of, [id], { each: REPLIES_AT_ONCE + 1, after, sort: fields.sort });
  return pageOf(found.get(id) ?? [], REPLIES_AT_ONCE);
}

/** A thread, or a comment in it. */
interface Subject {
  threadId: number;
  postId?: number;
}

async function subjectOf(db: Db, id: number | undefined): Promise<Subject | undefined> {
  if (id === undefined) return undefined;
  const thread = await findThread(db, id);
  if (thread) return { threadId: thread.threadId };
  const comment = await visibleComments(db).select('c.thread_id').where('c.post_id', '=', id).executeTakeFirst();
  return comment && { threadId: comment.thread_id, postId: id };
}

/** @throws Fault 404 for a post that is not in the thread */
async function afterIn(db: Db, threadId: number, id: number | undefined): Promise<Position | undefined> {
  if (id === undefined) return undefined;
  const after = await positionOf(db, threadId, id);
  if (!after) throw new Fault(404, 'There is no such post in this thread.');
  return after;
}

/** A page of comments with their replies nested; a reply to a comment that is no longer shown is on the top level. */
async function threaded(db: Db, { threadId, postId }: Subject, after: Position | undefined, sort: CommentSort): Promise<Replies> {
  const rows = await shownReplies(db)
    .$call((query) =>
      postId === undefined
        ? query
            .where('c.thread_id', '=', threadId)
            .where((eb) =>
              eb.not(
                eb.exists(
                  eb
                    .selectFrom('comments as p')
                    .select('p.post_id')
                    .whereRef('p.post_id', '=', 'c.parent_id')
                    .where('p.status', '=', 'shown'),
                ),
              ),
            )
        : query.where('c.parent_id', '=', postId),
    )
    .$call((query) => (after === undefined ? query : query.where(isAfter(after, sort))))
    .orderBy(inOrder(sort, 'c'))
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
      replied.length > 0 && left > 0
        ? await repliesOf(db, 'parent_id', ids(replied), { each: REPLIES_AT_ONCE, most: left })
        : new Map<number, Reply[]>();
    for (const reply of level) {
      reply.replies = found.get(reply.postid) ?? [];
      left -= reply.replies.length;
    }
    level = level.flatMap(({ replies: inside = [] }) => inside);
  }
  for (const reply of level) reply.replies = [];
}

const ids = (replies: Reply[]) => replies.map(({ postid }) => postid);
