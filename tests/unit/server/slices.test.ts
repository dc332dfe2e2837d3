import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../../src/server/db/database.ts';
import { bySlices } from '../../../src/server/db/slices.ts';
import { onDatabase } from '../../support/databases.ts';

/** Notes so many changes of everything in the journal, which any number of may stand in. */
const note = async (db: Db, count: number) => {
  const { rows } = await sql<{ tx: string }>`
    insert into changes (subject) select 'everything' from generate_series(1, ${count}::int) returning tx::text`.execute(db);
  return rows;
};

onDatabase('work by slices', (open) => {
  test('goes on until a slice is short, each in a transaction of its own', async () => {
    const { db } = await open();
    const left = [2, 2, 1, 2];
    const done = await bySlices(db, 2, (transaction) => note(transaction, left.shift() ?? 0));
    expect([done.length, new Set(done.map(({ tx }) => tx)).size, left]).toEqual([5, 3, [2]]);
    expect(await bySlices(db, 2, async () => [])).toEqual([]);
  });

  test('keeps what was done when a later slice fails, and nothing of that one', async () => {
    const { db } = await open();
    let slices = 0;
    const work = async (transaction: Db) => {
      const rows = await note(transaction, 2);
      if (++slices === 3) throw new Error('full');
      return rows;
    };
    await expect(bySlices(db, 2, work)).rejects.toThrow('full');
    expect(await db.selectFrom('changes').select('seq').execute()).toHaveLength(4);
  });
});
