import { sql } from 'kysely';
import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { REPLIES_AT_ONCE } from './comment.ts';
import { findThread } from './threads.server.ts';

/**
 * Where a comment is, as `/forums/showpost.php?p={postid}` leads to it: the page of its thread that it is on right now.
 * One that is not shown any more leads to its thread.
 * @returns undefined when there is no such comment, or its deal is gone
 */
export async function addressOfPost({ db }: Context, postid: string | null): Promise<string | undefined> {
  const postId = readId(postid ?? '');
  if (postId === undefined) return undefined;
  const comment = await db
    .selectFrom('comments')
    .select(['thread_id', 'posted_at', 'status'])
    .where('post_id', '=', postId)
    .executeTakeFirst();
  const thread = comment && (await findThread(db, comment.thread_id));
  if (!comment || !thread) return undefined;
  if (comment.status !== 'shown') return `${thread.path}?from-reply=0#comments`;
  const inThread = db.selectFrom('comments').where('thread_id', '=', comment.thread_id).where('status', '=', 'shown');
  const { before } = await inThread
    .where(sql<boolean>`(posted_at, post_id) < (${comment.posted_at}::timestamptz, ${postId}::bigint)`)
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow();
  const onPagesBefore = before - (before % REPLIES_AT_ONCE);
  const last =
    onPagesBefore > 0
      ? await inThread
          .select('post_id')
          .orderBy('posted_at')
          .orderBy('post_id')
          .offset(onPagesBefore - 1)
          .limit(1)
          .executeTakeFirst()
      : undefined;
  // The first page starts after no comment.
  const from = last?.post_id ?? 0;
  return `${thread.path}?from-reply=${from}#post${postId}`;
}
