import type { Db } from '../../server/db/database.ts';
import type { Region } from '../../lib/region.ts';
import { formatUntil } from '../../lib/dates.ts';
import { queueMail } from '../../server/mail/mail-kind.ts';
import { currentMemberOf, setSuspension } from '../accounts/former-accounts.server.ts';
import { insertAction, markUndone } from '../posts/actions.server.ts';
import type { Post } from '../posts/post-status.server.ts';
import { lockAccount } from './lock-account.server.ts';
import { RejectedAction } from './rejected-action.ts';
import { SUSPENDED, SUSPENSION_LIFTED, WARNED } from './mails.server.ts';
import { notifyAuthor, notifySuspensionLifted, notifySuspended } from './notify.server.ts';
import { mayModerate } from '../../lib/roles.ts';

interface Sanction {
  /** What the author is warned for. */
  post: Post;
  moderatorId: number;
  reason: string;
  now: Date;
  region: Region;
}

/** Warns the author of a post by mail. @returns what was done */
export async function warnAuthor(transaction: Db, sanction: Sanction): Promise<string> {
  const author = await lockAuthor(transaction, sanction.post);
  await note(transaction, sanction, { action: 'warn', user_id: author.user_id });
  await notifyAuthor(transaction, sanction.post, 'warn', sanction.reason, sanction.now);
  await queueMail(transaction, WARNED, await mailed(transaction, sanction, author.user_id));
  return `${author.username} is warned by mail`;
}

/** Suspends the author of a post, replacing any earlier suspension, and notifies them by mail. @returns what was done */
export async function suspendAuthor(transaction: Db, sanction: Sanction, until: Date): Promise<string> {
  const { user_id: userId, username, suspended_until: before } = await lockAuthor(transaction, sanction.post);
  await setSuspension(transaction, userId, until, sanction.now);
  await note(transaction, sanction, { action: 'suspend', user_id: userId, until, before: JSON.stringify({ suspendedUntil: before }) });
  await notifySuspended(transaction, sanction, formatUntil(until, sanction.region));
  await queueMail(transaction, SUSPENDED, { ...(await mailed(transaction, sanction, userId)), until: until.toISOString() });
  return `${username} is suspended until ${formatUntil(until, sanction.region)}`;
}

/** Ends a suspension on behalf of the operator, and notifies the member by mail; the log shows the suspension as undone. */
export async function endSuspension(transaction: Db, userId: number, now: Date): Promise<void> {
  await setSuspension(transaction, userId, null, now);
  const running = await transaction
    .selectFrom('moderation_actions')
    .select('id')
    .where((eb) => eb(currentMemberOf('moderation_actions.user_id'), '=', userId))
    .where('action', '=', 'suspend')
    .where('undone_at', 'is', null)
    .where('until', '>', now)
    .execute();
  await markUndone(
    transaction,
    running.map(({ id }) => id),
    now,
  );
  await notifySuspensionLifted(transaction, userId, now);
  await queueMail(transaction, SUSPENSION_LIFTED, { userId });
}

async function lockAuthor(transaction: Db, { authorId }: Post) {
  const member = await transaction
    .selectFrom('members')
    .select(['user_id', 'username'])
    .where('user_id', '=', authorId ?? 0)
    .executeTakeFirst();
  if (!member) throw new RejectedAction('The author is no longer a member.');
  const account = await lockAccount(transaction, member.user_id);
  if (!account) throw new RejectedAction(`${member.username} has no account here and cannot be warned or suspended. Nothing was changed.`);
  if (mayModerate(account.role))
    throw new RejectedAction(`${member.username} is a moderator, whom moderators cannot warn or suspend. Nothing was changed.`);
  return { ...member, ...account };
}

interface Noted {
  action: 'warn' | 'suspend';
  user_id: number;
  until?: Date;
  before?: string;
}

const note = (transaction: Db, { post, moderatorId, reason, now }: Sanction, noted: Noted) =>
  insertAction(transaction, { post_id: post.postId, thread_id: post.threadId, moderator_id: moderatorId, reason, done_at: now, ...noted });

async function mailed(transaction: Db, { post, reason }: Sanction, userId: number) {
  const { title } = await transaction.selectFrom('deals').select('title').where('thread_id', '=', post.threadId).executeTakeFirstOrThrow();
  return { userId, reason, dealTitle: title };
}
