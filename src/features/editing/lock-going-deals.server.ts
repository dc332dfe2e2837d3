import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Locks deals that are going to be deleted in this transaction, also against references to them. To be called before anything of theirs is
 * deleted or moved that jobs may wait for, such as notifications: a job that has stored a reference is waited for first, to avoid a deadlock.
 */
export async function lockGoingDeals(transaction: Db, threadIds: readonly number[]): Promise<void> {
  await sql`select from deals where thread_id = any(${threadIds}::bigint[]) order by post_id for update`.execute(transaction);
}
