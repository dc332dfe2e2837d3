import type { Db } from '../../server/db/database.ts';
import { notify } from '../notifications/notify.server.ts';
import type { Mentioned } from './mention-rule.ts';
import { mentionedIn } from './mentions.server.ts';
import { quotedMembers } from './quotes.server.ts';

interface Commented {
  postId: number;
  threadId: number;
  parentId: number | null;
  /** The author, who is not notified. */
  userId: number;
  body: string;
  mentioned: Mentioned | null;
}

/**
 * Notifies members of a new comment, in its transaction: the one it replies to, those it quotes and those it mentions. Nobody is notified
 * twice: the first of these reasons counts.
 */
export async function notifyOfComment(transaction: Db, comment: Commented, now: Date): Promise<void> {
  const { postId, threadId, userId: actorId, body, mentioned } = comment;
  const about = { threadId, postId, actorId };
  const repliedTo = await repliedMember(transaction, comment);
  const quoted = (await quotedMembers(transaction, comment)).filter((id) => id !== repliedTo);
  const named = mentionedIn(body, mentioned).filter((id) => id !== repliedTo && !quoted.includes(id));
  await notify(transaction, { ...about, kind: 'reply', userIds: repliedTo === undefined ? [] : [repliedTo] }, now);
  await notify(transaction, { ...about, kind: 'quote', userIds: quoted }, now);
  await notify(transaction, { ...about, kind: 'mention', userIds: named }, now);
}

/** The author of the comment or deal that a comment replies to. */
async function repliedMember(db: Db, { threadId, parentId }: Commented): Promise<number | undefined> {
  if (parentId === null) {
    const deal = await db.selectFrom('deals').select('posted_by').where('thread_id', '=', threadId).executeTakeFirst();
    return deal?.posted_by ?? undefined;
  }
  const parent = await db.selectFrom('comments').select('user_id').where('post_id', '=', parentId).executeTakeFirst();
  return parent?.user_id ?? undefined;
}

/** Notifies members whom an edit mentions for the first time, unless they were notified of the comment before. */
export async function notifyOfEdit(transaction: Db, comment: Commented, before: string, now: Date): Promise<void> {
  const { postId, threadId, userId: actorId, body, mentioned } = comment;
  // The old text is compared using the names of today: a name that nobody has any more was not a mention.
  const old = mentionedIn(before, mentioned);
  const named = mentionedIn(body, mentioned).filter((id) => !old.includes(id));
  if (named.length === 0) return;
  const known = await transaction
    .selectFrom('notifications')
    .select('user_id')
    .where('post_id', '=', postId)
    .where('user_id', 'in', named)
    .execute();
  const userIds = named.filter((id) => !known.some(({ user_id: notified }) => notified === id));
  await notify(transaction, { threadId, postId, actorId, kind: 'mention', userIds }, now);
}
