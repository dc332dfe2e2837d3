import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Deletes deals in a transaction, with their prices, their collections, and the redirects of deals that were merged into them. Other
 * features must delete what they store about them first.
 * @returns how many there were
 */
export async function deleteDeals(transaction: Db, threadIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from deals where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
