import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { oneRow } from '../../../server/db/one-row.ts';

/** Key of the advisory lock that transactions hold while they change the index of suggestions. */
const SUGGESTIONS = 7_205_761;

/**
 * Locks the index of suggestions until the transaction ends.
 * @returns false when another transaction, maybe of another server, holds the lock
 */
export async function tryLockIndex(transaction: Db): Promise<boolean> {
  const { locked } = await oneRow(transaction, sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${SUGGESTIONS}) as locked`);
  return locked;
}
