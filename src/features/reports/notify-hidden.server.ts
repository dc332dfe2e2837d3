import type { Db } from '../../server/db/database.ts';
import { notify } from '../notifications/notify.server.ts';
import type { Comment } from '../posts/post-status.server.ts';

/**
 * Notifies the author of a comment that reports have just hidden, in the transaction that hides it. Neither who reported it nor why is said, as
 * that may give somebody away. A suspended member can do nothing about it and gets no notification.
 */
export async function notifyHidden(transaction: Db, { authorId, postId, threadId }: Comment, now: Date): Promise<void> {
  if (authorId === null) return;
  const found = await transaction
    .selectFrom('accounts as a')
    .innerJoin('deals as d', (join) => join.on('d.thread_id', '=', threadId))
    .select('d.title')
    .where('a.user_id', '=', authorId)
    .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]))
    .executeTakeFirst();
  if (!found) return;
  const text = `Your comment on “${found.title}” is hidden, because members reported it. A moderator will look at it and decide. Please do not post it again.`;
  await notify(transaction, { kind: 'moderation', userIds: [authorId], threadId, postId, data: { text } }, now);
}
