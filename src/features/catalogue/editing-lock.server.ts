import { sql } from 'kysely';
import { setTimeout as passes } from 'node:timers/promises';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';

const EDITING = 7_205_759;

const LOOK_MS = 100;

/**
 * Waits until no other command edits this database, and keeps others waiting until the transaction ends. It may take long.
 * @param signal ends the waiting
 */
export async function acquireEditingLock(transaction: Db, signal?: AbortSignal): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  if (!signal) {
    await sql`select pg_advisory_xact_lock(${EDITING})`.execute(transaction);
    return;
  }
  // A statement that waits does not see an abort signal.
  for (;;) {
    const { taken } = await oneRow(transaction, sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${EDITING}) as taken`);
    signal.throwIfAborted();
    if (taken) return;
    await passes(LOOK_MS);
  }
}
