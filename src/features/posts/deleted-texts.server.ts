import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** How long the text of a comment that a moderator deleted is kept, so that it can be brought back. */
export const TEXT_KEPT_DAYS = 30;

/**
 * Deletes the texts of comments that were deleted longer ago; the log keeps the action.
 * @param most how many in one transaction
 */
export async function clearDeletedTexts({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const longAgo = new Date(clock().getTime() - TEXT_KEPT_DAYS * DAY_MS);
  await bySlices(db, most, async (transaction) => {
    const { rows } = await sql`
      update comments set body = '' where post_id = any(array(
        select c.post_id from comments as c where c.status = 'deleted' and c.body <> '' and not exists (
          select from moderation_actions as a
          where a.post_id = c.post_id and a.action = 'delete' and a.undone_at is null and a.done_at > ${longAgo}::timestamptz)
        limit ${most} for no key update of c skip locked))
      returning post_id`.execute(transaction);
    return rows;
  });
}

/** Deletes such texts every day. @returns a function that ends it */
export function startDeletedTextsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void clearDeletedTexts(context).catch(onError);
  return every(DAY_MS, () => clearDeletedTexts(context), onError);
}
