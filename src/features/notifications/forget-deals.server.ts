import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Forgets notifications about deals that are deleted, and what waits to be sent of it, in the transaction that deletes them. */
export async function forgetDeals(transaction: Db, threadIds: readonly number[]): Promise<void> {
  await sql`delete from notifications where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
  await sql`delete from announced_prices where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
}
