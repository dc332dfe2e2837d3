import { isDeepStrictEqual } from 'node:util';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/connect.ts';
import type { Tables } from '../../server/db/schema.ts';
import { queueMail } from '../../server/mail/outbox.ts';
import type { Before } from '../reports/actions.server.ts';
import { changePost, lockPost, type Post } from '../reports/post.server.ts';
import { reopenReports, settleReports } from '../reports/settle.server.ts';
import { putBackVotes, type RemovedVote } from '../votes/remove-votes.server.ts';
import { Declined } from './declined.ts';
import { DECISIONS, DONE } from './words.ts';

type Action = Selectable<Tables['moderation_actions']>;

/**
 * Puts back what an action changed, and nothing else.
 * @returns what was done
 * @throws Declined when something newer has taken its place; then nothing is done
 */
export function undo({ db, clock }: Pick<Context, 'db' | 'clock'>, actionId: number): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const found = await transaction.selectFrom('moderation_actions').select('post_id').where('id', '=', actionId).executeTakeFirst();
    // The post first, as whoever decides does, so that two of them do not wait for each other.
    const post = found?.post_id ? await lockPost(transaction, found.post_id) : undefined;
    const action = await transaction.selectFrom('moderation_actions').selectAll().where('id', '=', actionId).forUpdate().executeTakeFirst();
    if (!action) throw new Declined('There is no such action.');
    if (action.undone_at) throw new Declined(`This was undone already, on ${formatDate(action.undone_at)}.`);
    const now = clock();
    const said = await putBack(transaction, action, post, now);
    await transaction.updateTable('moderation_actions').set({ undone_at: now }).where('id', '=', actionId).execute();
    return `Undone: ${DONE[action.action].toLowerCase()}.${said}`;
  });
}

/** @returns what else there is to say */
async function putBack(transaction: Db, action: Action, post: Post | undefined, now: Date): Promise<string> {
  if (action.action === 'warn') return ' The mail was sent and stays so.';
  if (action.action === 'suspend') return liftSuspension(transaction, action, now);
  if (action.action === 'remove-votes') {
    const { votes } = action.before as { votes: RemovedVote[] };
    const count = await putBackVotes(transaction, action.user_id!, votes, now);
    return ` ${count} of ${votes.length} ${votes.length === 1 ? 'vote counts' : 'votes count'} again.`;
  }
  if (!post) throw new Declined('This post is gone.');
  await isNewest(transaction, action);
  const { was, left, reports } = action.before as Before;
  if (!isDeepStrictEqual(post.state, left)) throw new Declined('The post has changed since. Undoing this would undo that, too.');
  await changePost(transaction, post, was, now);
  // What members' reports did is taken back with the reports; else they would do it again at the next one.
  if (action.moderator_id === null) await settleReports(transaction, post.postId, now);
  else await reopenReports(transaction, reports);
  return '';
}

async function isNewest(transaction: Db, { id, post_id: postId }: Action): Promise<void> {
  const newer = await transaction
    .selectFrom('moderation_actions')
    .select('action')
    .where('post_id', '=', postId)
    .where('id', '>', id)
    .where('undone_at', 'is', null)
    .where('action', 'in', DECISIONS)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newer) throw new Declined(`Something newer was done to this post (${DONE[newer.action].toLowerCase()}). Undo that first.`);
}

const suspended = z.object({ suspendedUntil: z.iso.datetime().nullable() });

async function liftSuspension(transaction: Db, { user_id: userId, until, before }: Action, now: Date): Promise<string> {
  const account = await transaction
    .selectFrom('accounts')
    .select('suspended_until')
    .where('user_id', '=', userId!)
    .forUpdate()
    .executeTakeFirst();
  if (!account) throw new Declined('This member is gone.');
  if (account.suspended_until?.getTime() !== until?.getTime()) throw new Declined('This suspension was changed since.');
  const { suspendedUntil } = suspended.parse(before);
  await transaction.updateTable('accounts').set({ suspended_until: suspendedUntil }).where('user_id', '=', userId!).execute();
  const isFree = suspendedUntil === null || new Date(suspendedUntil) <= now;
  if (isFree) await queueMail(transaction, 'suspension-lifted', { userId });
  return '';
}
