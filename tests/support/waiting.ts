import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../../src/server/db/database.ts';

/** Resolves once a statement on the database waits for a row that another transaction has locked. On a server alone. */
export async function untilRowIsAwaited(db: Db): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and locktype in ('tuple', 'transactionid') and datname = current_database()`.execute(db);
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
}
