import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { acquireLock, tryAcquireLock, type AdvisoryLock } from '../../../src/server/db/advisory-locks.ts';
import { oneRow } from '../../../src/server/db/one-row.ts';
import { onDatabase } from '../../support/databases.ts';

const LOCKS: Record<AdvisoryLock, true> = {
  editing: true,
  pictures: true,
  hiddenScores: true,
  trending: true,
  events: true,
  dates: true,
  suggestions: true,
  criteria: true,
  roles: true,
  shell: true,
};

onDatabase('Advisory locks', (open) => {
  test('each subject has a lock of its own, which goes with the transaction', async () => {
    const { db } = await open();
    const held = async (connection: typeof db) =>
      (
        await oneRow(
          connection,
          sql<{ held: number }>`select count(*)::int as held from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`,
        )
      ).held;
    const names = Object.keys(LOCKS).filter((name): name is AdvisoryLock => name in LOCKS);
    await db.transaction().execute(async (transaction) => {
      for (const [index, name] of names.entries())
        if (index % 2 === 0) await acquireLock(transaction, name);
        else expect(await tryAcquireLock(transaction, name)).toBe(true);
      expect(await held(transaction)).toBe(names.length);
    });
    expect(await held(db)).toBe(0);
  });
});
