import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import { acquireLock, tryAcquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';

const LOOK_MS = 100;

/**
 * Waits until no other command edits this database, and keeps others waiting until the transaction ends. It may take long.
 * @param signal ends the waiting
 */
export async function acquireEditingLock(transaction: Db, signal?: AbortSignal): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(transaction);
  if (!signal) {
    await acquireLock(transaction, 'editing');
    return;
  }
  // A statement that waits does not see an abort signal.
  for (;;) {
    const isTaken = await tryAcquireLock(transaction, 'editing');
    signal.throwIfAborted();
    if (isTaken) return;
    await delay(LOOK_MS);
  }
}
