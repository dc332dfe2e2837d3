import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Deletes notifications about deleted deals and about deals that were merged into them, with their waiting deliveries, in the
 * transaction that deletes the deals.
 */
export async function deleteNotificationsOfDeals(transaction: Db, threadIds: readonly number[]): Promise<void> {
  await sql`
    delete from notifications where thread_id = any(${threadIds}::bigint[])
      or thread_id = any(array(select thread_id from merged_deals where into_thread_id = any(${threadIds}::bigint[])))`.execute(
    transaction,
  );
  await sql`delete from announced_prices where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
}
