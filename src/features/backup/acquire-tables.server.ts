import { sql } from 'kysely';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '../../server/db/database.ts';
import { isTimeout } from '../../server/db/unavailable.ts';
import { NOT_SAVED, readSequences, readTables } from './tables.server.ts';

/** Short enough that a try ends before PostgreSQL, after a second, checks for a deadlock and aborts one of the two. */
const STATEMENT_MS = 300;
/** For those who waited behind a try. */
const PAUSE_MS = 500;

/**
 * Locks every table and sequence that a restore replaces, until the transaction ends. Requests and jobs take them in any order: where one
 * is not free, all are let go of, and tried again later.
 * @param beforeEach called before each try; what it throws ends the waiting
 */
export async function acquireTables(transaction: Db, beforeEach: () => void | Promise<void>): Promise<void> {
  const tables = await readTables(transaction);
  const names = [...tables.map(({ name }) => name), ...NOT_SAVED];
  const sequences = Object.keys(await readSequences(transaction));
  for (;;) {
    await beforeEach();
    await sql`savepoint unlocked`.execute(transaction);
    try {
      await sql`set local statement_timeout = ${sql.lit(STATEMENT_MS)}`.execute(transaction);
      await sql`lock table ${sql.join(names.map((name) => sql.table(name)))}`.execute(transaction);
      // None cycles, so this only locks it.
      for (const name of sequences) await sql`alter sequence ${sql.table(name)} no cycle`.execute(transaction);
      await sql`set local statement_timeout = 0`.execute(transaction);
      return;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await sql`rollback to savepoint unlocked`.execute(transaction);
      await delay(PAUSE_MS);
    }
  }
}
