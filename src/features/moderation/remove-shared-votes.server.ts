import type { Context } from '../../server/context.ts';
import { insertAction } from '../posts/actions.server.ts';
import { removeVotes } from '../votes/remove-votes.server.ts';
import { RejectedAction, OWN_CASE } from './rejected-action.ts';
import { postsInCommon } from './shared-votes.server.ts';
import { oldestFirst, withVotesToRemove } from './vote-groups.server.ts';
import { counted } from '../../lib/counted.ts';

interface Removal {
  userIds: number[];
  reason: string;
}

/**
 * Removes the votes that members who seem to be one person cast on the posts they have in common; those of the oldest account
 * and of moderators stay. The votes of the posts are counted again in the same transaction.
 * @returns what was done
 * @throws RejectedAction when there is nothing to remove (any more)
 */
export function removeSharedVotes(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  moderatorId: number,
  { userIds, reason }: Removal,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const now = clock();
    const group = await oldestFirst(transaction, userIds);
    if (group.some(({ userid }) => userid === moderatorId)) throw new RejectedAction(OWN_CASE.votes);
    const others = withVotesToRemove(group);
    if (others.length === 0) throw new RejectedAction('Moderators cannot remove votes of moderators. Nothing was changed.');
    const posts = await postsInCommon(transaction, userIds);
    const ids = others.map(({ userid }) => userid);
    const removed = await removeVotes(transaction, ids, posts, now);
    if (removed.size === 0) throw new RejectedAction('These members no longer have votes in common. Nothing was changed.');
    for (const [userId, votes] of removed)
      await insertAction(transaction, {
        action: 'remove-votes',
        user_id: userId,
        moderator_id: moderatorId,
        reason,
        before: JSON.stringify({ votes }),
        done_at: now,
      });
    const count = [...removed.values()].flat().length;
    return `${counted(count, 'vote')} removed.`;
  });
}
