import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { oneRow } from '../../../server/db/one-row.ts';

/** Held by whoever changes the index of suggestions. */
const SUGGESTIONS = 7_205_761;

/** Whether it is this transaction's turn to change the index of suggestions, until it ends; another server may be at it. */
export async function takeTurn(transaction: Db): Promise<boolean> {
  const { taken } = await oneRow(transaction, sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${SUGGESTIONS}) as taken`);
  return taken;
}
