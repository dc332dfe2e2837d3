import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openCopy } from '../../support/databases.ts';

test('triggers join what was there before with what is there now by hashing alone, so that thousands of rows are not compared with one another', async () => {
  const { db, close } = await openCopy();
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc
    where prosrc ~ '(old|new)_rows( as)? \\w+ join (old|new)_rows' and not coalesce(proconfig @> '{enable_nestloop=off,jit=off}', false)
    order by name`.execute(db);
  await close();
  expect(rows.map(({ name }) => name)).toEqual([]);
});
