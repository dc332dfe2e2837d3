import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Forgets notifications about deals that are deleted, and about those that were merged into them, and what waits to be sent of it, in the
 * transaction that deletes them.
 */
export async function forgetDeals(transaction: Db, threadIds: readonly number[]): Promise<void> {
  await sql`
    delete from notifications where thread_id = any(${threadIds}::bigint[])
      or thread_id = any(array(select thread_id from merged_deals where into_thread_id = any(${threadIds}::bigint[])))`.execute(
    transaction,
  );
  await sql`delete from announced_prices where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
}
