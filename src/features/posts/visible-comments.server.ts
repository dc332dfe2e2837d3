import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** The comments that everybody may see: shown ones on deals that are not scheduled. */
export const visibleComments = (db: Db) =>
  db
    .selectFrom('comments as c')
    .where('c.status', '=', 'shown')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deals')
          .select('deals.thread_id')
          .whereRef('deals.thread_id', '=', 'c.thread_id')
          .where('deals.status', '<>', 'scheduled'),
      ),
    );

/**
 * Locks the deal of a comment. To be called before the comment itself is locked and changed, hidden or deleted: deals count their
 * comments, and merging deals locks them in this order, too.
 */
export async function lockDealOf(transaction: Db, postId: number): Promise<void> {
  await sql`select thread_id from deals where thread_id = (select thread_id from comments where post_id = ${postId})
    for no key update`.execute(transaction);
}
