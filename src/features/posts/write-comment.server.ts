import { randomUUID } from 'node:crypto';
import type { Db } from '../../server/db/database.ts';
import { lockDealOf } from './visible-comments.server.ts';

/** A comment that a member writes. */
interface WrittenComment {
  threadId: number;
  /** The comment that it replies to. */
  parentId: number | null;
  userId: number;
  body: string;
  postedAt: Date;
}

/** Adds a comment, in a transaction. @returns its post id */
export async function insertComment(transaction: Db, { threadId, parentId, userId, body, postedAt }: WrittenComment): Promise<number> {
  const { post_id: postId } = await transaction
    .insertInto('comments')
    .values({
      thread_id: threadId,
      parent_id: parentId,
      user_id: userId,
      body,
      posted_at: postedAt,
      source: 'site',
      source_id: randomUUID(),
    })
    .returning('post_id')
    .executeTakeFirstOrThrow();
  return postId;
}

/** Changes the text of a locked comment. @param editedAt when it is to be marked as edited, if it is */
export async function setCommentBody(transaction: Db, postId: number, body: string, editedAt: Date | undefined): Promise<void> {
  await transaction
    .updateTable('comments')
    .set({ body, ...(editedAt && { edited_at: editedAt }) })
    .where('post_id', '=', postId)
    .execute();
}

/** Deletes a member's shown comment for good: its text is not kept. @returns its thread; undefined when there is no such comment of theirs */
export function deleteOwnComment(db: Db, userId: number, postId: number): Promise<{ thread_id: number } | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockDealOf(transaction, postId);
    return transaction
      .updateTable('comments')
      .set({ status: 'deleted', body: '' })
      .where('post_id', '=', postId)
      .where('user_id', '=', userId)
      .where('status', '=', 'shown')
      .returning('thread_id')
      .executeTakeFirst();
  });
}
