import type { Context } from '../../server/context.ts';
import { every } from '../../server/every.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** How long the text of a comment that a moderator deleted is kept, so that it can be brought back. */
export const TEXT_KEPT_DAYS = 30;

/** Deletes the texts of comments that were deleted longer ago; the log keeps the action. */
export async function clearDeletedTexts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const longAgo = new Date(clock().getTime() - TEXT_KEPT_DAYS * DAY_MS);
  await db
    .updateTable('comments')
    .set({ body: '' })
    .where('status', '=', 'deleted')
    .where('body', '<>', '')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('moderation_actions as a')
            .select('a.id')
            .whereRef('a.post_id', '=', 'comments.post_id')
            .where('a.action', '=', 'delete')
            .where('a.undone_at', 'is', null)
            .where('a.done_at', '>', longAgo),
        ),
      ),
    )
    .execute();
}

/** Forgets such texts every day. @returns a function that ends it */
export function startDeletedTextsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void clearDeletedTexts(context).catch(onError);
  return every(DAY_MS, () => clearDeletedTexts(context), onError);
}
