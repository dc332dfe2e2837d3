import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Deletes all votes on posts that go, in the transaction that deletes them. @returns how many there were */
export async function deleteVotes(transaction: Db, postIds: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from votes where post_id = any(${postIds}::bigint[])`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}
