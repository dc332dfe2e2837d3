import type { Db } from '../../server/db/database.ts';
import { notify } from '../notifications/notify.server.ts';
import type { Post } from '../posts/post-status.server.ts';
import type { Decision } from './words.ts';

/** Actions that authors are notified of. */
type Done = Decision | 'feature' | 'unfeature' | 'undo' | 'warn';

/** What moderators did, in words for the author; the name of the post comes between them. */
const DONE: Record<Done, [before: string, after: string]> = {
  keep: ['A moderator looked at', ', and it shows again'],
  hide: ['A moderator hid', ''],
  delete: ['A moderator deleted', ''],
  expire: ['A moderator marked', ' as expired'],
  revive: ['A moderator put back', ''],
  feature: ['A moderator featured', ''],
  unfeature: ['A moderator no longer features', ''],
  undo: ['A moderator took back what was done to', ''],
  warn: ['A moderator has a warning for you about', ''],
};

/** Notifies the author of a moderator's action on their post, in its transaction; not when the post was kept and never hidden. */
export async function notifyAuthor(transaction: Db, post: Post, done: Done, reason: string, now: Date): Promise<void> {
  if (done === 'keep' && post.state.status !== 'hidden') return;
  const [before, after] = DONE[done];
  await notifyAuthorOf(transaction, post, `${before} ${await nameOf(transaction, post)}${after}`, reason, now);
}

/** Notifies the author of a post that they are suspended over it. @param until the day, as it is written */
export async function notifySuspended(
  transaction: Db,
  { post, reason, now }: { post: Post; reason: string; now: Date },
  until: string,
): Promise<void> {
  await notifyAuthorOf(transaction, post, `Your account is suspended until ${until}, over ${await nameOf(transaction, post)}`, reason, now);
}

/** Notifies a member of what a moderator decided about a deal that they want to post. @param threadId of the deal that it became */
export async function notifyPoster(
  transaction: Db,
  userId: number,
  { title, threadId, reason }: { title: string; threadId?: number; reason: string },
  now: Date,
): Promise<void> {
  const what = `A moderator ${threadId === undefined ? 'did not publish' : 'published'} your deal “${title}”`;
  await notify(transaction, { kind: 'moderation', userIds: [userId], threadId, data: { text: withReason(what, reason) } }, now);
}

/** Notifies a member that they are not suspended any more. */
export async function notifySuspensionLifted(transaction: Db, userId: number, now: Date): Promise<void> {
  await notify(transaction, { kind: 'moderation', userIds: [userId], data: { text: 'Your account is no longer suspended' } }, now);
}

async function notifyAuthorOf(
  transaction: Db,
  { authorId, kind, postId, threadId }: Post,
  what: string,
  reason: string,
  now: Date,
): Promise<void> {
  if (authorId === null) return;
  const about = { threadId, ...(kind === 'comment' && { postId }) };
  await notify(transaction, { ...about, kind: 'moderation', userIds: [authorId], data: { text: withReason(what, reason) } }, now);
}

const withReason = (what: string, reason: string) => (reason === '' ? what : `${what}. The moderator says: ${reason}`);

async function nameOf(db: Db, { kind, threadId }: Post): Promise<string> {
  const { title } = await db.selectFrom('deals').select('title').where('thread_id', '=', threadId).executeTakeFirstOrThrow();
  return kind === 'comment' ? `your comment on “${title}”` : `your deal “${title}”`;
}
