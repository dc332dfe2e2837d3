import type { Insertable } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import type { ModerationAction } from '../../server/db/schema/community.ts';
import type { Post, PostState } from './post-status.server.ts';
import { z } from 'zod';

const dealState = z.strictObject({
  status: z.enum(['scheduled', 'live', 'expired']),
  startsAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
});
const postState: z.ZodType<PostState> = z.union([dealState, z.strictObject({ status: z.enum(['shown', 'hidden', 'deleted']) })]);

/** What undoing an action restores, and the state by which a newer change is detected. */
export const undoState = z.object({
  /** The post as it was before, and as the action left it. */
  was: postState,
  left: postState,
  /** Reports that the action resolved. */
  reports: z.array(z.int()),
});
type Before = z.output<typeof undoState>;

interface PostAction {
  action: ModerationAction;
  /** Null for actions by members' reports. */
  moderatorId: number | null;
  /** Stands in the public log. */
  reason: string;
  before: Before;
}

/** Deletes the record of which votes of a member moderators have removed: once the member is gone, nobody can put them back. */
export async function deleteRemovedVotes(transaction: Db, userId: number): Promise<void> {
  await transaction
    .updateTable('moderation_actions')
    .set({ before: JSON.stringify({ votes: [] }) })
    .where('user_id', '=', userId)
    .where('action', '=', 'remove-votes')
    .execute();
}

/** Notes what was done to a post, in the transaction of the action. */
export async function noteAction(
  transaction: Db,
  post: Post,
  { action, moderatorId, reason, before }: PostAction,
  now: Date,
): Promise<void> {
  await insertAction(transaction, {
    action,
    post_id: post.postId,
    thread_id: post.threadId,
    user_id: post.authorId,
    moderator_id: moderatorId,
    reason,
    before: JSON.stringify(before),
    done_at: now,
  });
}

/** Notes what was done to a post or a member, in the transaction of the action. */
export async function insertAction(transaction: Db, action: Insertable<Tables['moderation_actions']>): Promise<void> {
  await transaction.insertInto('moderation_actions').values(action).execute();
}

/** Notes that actions were undone. */
export async function markUndone(transaction: Db, actionIds: number[], now: Date): Promise<void> {
  if (actionIds.length > 0)
    await transaction.updateTable('moderation_actions').set({ undone_at: now }).where('id', 'in', actionIds).execute();
}
