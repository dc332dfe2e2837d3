import type { Db } from '../../server/db/database.ts';
import type { ModerationAction } from '../../server/db/schema.ts';
import type { Post, PostState } from '../posts/post-status.server.ts';

/** What undoing an action puts back, and how to tell that nothing newer has taken its place. */
export interface Before {
  /** The post as it was before, and as the action left it. */
  was: PostState;
  left: PostState;
  /** Reports that the action settled. */
  reports: number[];
}

export interface PostAction {
  action: ModerationAction;
  /** Null for what members' reports did by themselves. */
  moderatorId: number | null;
  /** Stands in the public log. */
  reason: string;
  before: Before;
}

/** Forgets which votes of a member moderators have removed: once the member is gone, nobody can put them back. */
export async function forgetRemovedVotes(transaction: Db, userId: number): Promise<void> {
  await transaction
    .updateTable('moderation_actions')
    .set({ before: JSON.stringify({ votes: [] }) })
    .where('user_id', '=', userId)
    .where('action', '=', 'remove-votes')
    .execute();
}

/** Notes what was done to a post, in the transaction of the deed. */
export async function noteAction(
  transaction: Db,
  post: Post,
  { action, moderatorId, reason, before }: PostAction,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('moderation_actions')
    .values({
      ...{ action, post_id: post.postId, thread_id: post.threadId, user_id: post.authorId, moderator_id: moderatorId },
      ...{ reason, before: JSON.stringify(before), done_at: now },
    })
    .execute();
}
