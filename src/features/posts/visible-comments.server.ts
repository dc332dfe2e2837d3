import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** The comments that everybody may see: those that are shown, on deals that are. */
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
 * Locks the deal that a comment is on, before the comment itself is locked and changed, hidden or deleted: deals count their
 * comments, and whoever merges deals locks them first, too.
 */
export async function lockDealOf(transaction: Db, postId: number): Promise<void> {
  await sql`select thread_id from deals where thread_id = (select thread_id from comments where post_id = ${postId})
    for no key update`.execute(transaction);
}
