import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { queueMail } from '../../server/mail/mail-kind.ts';
import { lockSuspension, currentMemberOf, setSuspension } from '../accounts/former-accounts.server.ts';
import { TEXT_KEPT_DAYS } from '../posts/deleted-texts.server.ts';
import { undoState, markUndone } from '../posts/actions.server.ts';
import { setPostStatus, lockPost, type Post } from '../posts/post-status.server.ts';
import { lockPosts } from '../posts/vote-counts.server.ts';
import { reopenReports, resolveReports } from '../reports/resolve.server.ts';
import { beforeRemoval, restoreVotes } from '../votes/remove-votes.server.ts';
import { peerOf } from './decide.server.ts';
import { RejectedAction, OWN_CASE } from './rejected-action.ts';
import { ACTION_LABELS, DECISIONS, isDecision, isOfDesk, isSanction } from './words.ts';
import { SUSPENSION_LIFTED } from './mails.server.ts';
import { notifyAuthor, notifySuspensionLifted } from './notify.server.ts';
import { required } from '../../lib/required.ts';
import { counted } from '../../lib/counted.ts';
import { mayModerate, ROLE_NAMES } from '../../lib/roles.ts';

type Action = Selectable<Tables['moderation_actions']>;

/**
 * Puts back what an action changed, and nothing else.
 * @returns what was done
 * @throws RejectedAction when a newer action has replaced it, or this moderator may not undo it; then nothing is done
 */
export function undo(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  moderatorId: number,
  actionId: number,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction
      .selectFrom('moderation_actions')
      .select(['action', 'post_id', 'before'])
      .where('id', '=', actionId)
      .executeTakeFirst();
    // Posts are locked first, as in `decide` and where a member goes, to avoid a deadlock.
    const post = found?.post_id ? await lockPost(transaction, found.post_id) : undefined;
    if (found?.action === 'remove-votes')
      await lockPosts(
        transaction,
        removedVotes(found).map(({ postId }) => postId),
      );
    const action = await transaction.selectFrom('moderation_actions').selectAll().where('id', '=', actionId).forUpdate().executeTakeFirst();
    if (!action) throw new RejectedAction('There is no such action.');
    if (action.undone_at) throw new RejectedAction(`This was already undone on ${formatDate(action.undone_at, config.region)}.`);
    if (isOfDesk(action.action)) throw new RejectedAction('This is changed at the desk. Nothing was changed.');
    await requireMayUndo(transaction, action, moderatorId);
    const now = clock();
    const remark = await putBack(transaction, action, post, now);
    await markUndone(transaction, [actionId], now);
    return `Undone: ${ACTION_LABELS[action.action].toLowerCase()}.${remark}`;
  });
}

const removedVotes = ({ before }: Pick<Action, 'before'>) => beforeRemoval.parse(before).votes;

/** Whom an action that was done to a member was done to. */
const memberOf = ({ user_id: userId }: Action) => required(userId, 'the member of an action');

async function requireMayUndo(transaction: Db, { id, action, moderator_id: by }: Action, moderatorId: number): Promise<void> {
  const of = await transaction
    .selectFrom('moderation_actions as done')
    .innerJoin('members as m', (join) => join.on('m.user_id', '=', currentMemberOf('done.user_id')))
    .leftJoin('accounts as a', 'a.user_id', 'm.user_id')
    .select(['m.user_id', 'm.username', 'a.role'])
    .where('done.id', '=', id)
    .executeTakeFirst();
  if (of?.user_id === moderatorId) throw new RejectedAction(OWN_CASE.action);
  if (of && mayModerate(of.role) && isSanction(action))
    throw new RejectedAction(`${of.username} is a moderator: the owner of the site decides about this. Nothing was changed.`);
  const peer = of && isDecision(action, by === null) ? await peerOf(transaction, of.user_id, moderatorId) : undefined;
  if (peer)
    throw new RejectedAction(
      `${peer.username} is ${ROLE_NAMES[peer.role]}: only administrators undo what was decided about their posts. Nothing was changed.`,
    );
}

/** @returns a remark to show, if there is one */
async function putBack(transaction: Db, action: Action, post: Post | undefined, now: Date): Promise<string> {
  if (action.action === 'warn') return ' The mail was sent and stays so.';
  if (action.action === 'suspend') return liftSuspension(transaction, action, now);
  if (action.action === 'remove-votes') {
    const votes = removedVotes(action);
    if (votes.length === 0) throw new RejectedAction('This member is gone, and their votes with them.');
    const count = await restoreVotes(transaction, memberOf(action), votes, now);
    return ` ${count} of ${counted(votes.length, 'vote')} restored.`;
  }
  if (!post) throw new RejectedAction('This post is gone.');
  await requireNewest(transaction, action);
  const { was, left, reports } = undoState.parse(action.before);
  if (post.kind === 'comment' && action.action === 'delete' && post.isTextGone) throw new RejectedAction(TEXT_GONE);
  if (!isDeepStrictEqual(post.state, left)) throw new RejectedAction('The post has changed since. Undoing this would undo that, too.');
  await setPostStatus(transaction, post, was, now);
  // Of actions by reports, authors were notified only when a comment was hidden.
  const isKnown = action.moderator_id === null ? action.action === 'hide' : action.action !== 'keep';
  if (isKnown) await notifyAuthor(transaction, post, 'undo', '', now);
  // The reports that caused the action are resolved, too; otherwise the next report would repeat it.
  if (action.moderator_id === null) await resolveReports(transaction, post.postId, now);
  else await reopenReports(transaction, reports);
  return '';
}

const TEXT_GONE = `This comment was deleted more than ${TEXT_KEPT_DAYS} days ago. Its text is gone and cannot be brought back.`;

async function requireNewest(transaction: Db, { id, post_id: postId }: Action): Promise<void> {
  const newer = await transaction
    .selectFrom('moderation_actions')
    .select('action')
    .where('post_id', '=', postId)
    .where('id', '>', id)
    .where('undone_at', 'is', null)
    .where('action', 'in', DECISIONS)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newer)
    throw new RejectedAction(`There is a newer action on this post (${ACTION_LABELS[newer.action].toLowerCase()}). Undo that first.`);
}

const suspended = z.object({ suspendedUntil: z.iso.datetime().nullable() });

/** Also works for a deleted account, as long as its address is remembered. */
async function liftSuspension(transaction: Db, action: Action, now: Date): Promise<string> {
  const { until, before } = action;
  const suspension = await lockSuspension(transaction, memberOf(action));
  if (!suspension) throw new RejectedAction('This member is gone.');
  if (suspension.until?.getTime() !== until?.getTime()) throw new RejectedAction('This suspension was changed since.');
  const { suspendedUntil } = suspended.parse(before);
  const end = suspendedUntil === null ? null : new Date(suspendedUntil);
  await setSuspension(transaction, suspension.userId, end, now);
  if (!suspension.hasAccount) return ' The account has since been deleted.';
  if (end === null || end <= now) {
    await notifySuspensionLifted(transaction, suspension.userId, now);
    await queueMail(transaction, SUSPENSION_LIFTED, { userId: suspension.userId });
  }
  return '';
}
