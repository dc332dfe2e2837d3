import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { vacuumChanged } from '../../../src/server/db/vacuum.ts';
import { openEmbeddedCopy } from '../../support/databases.ts';

test('a table of the embedded database that has changed much is tidied up: the planner knows how many rows it has', async () => {
  const { db, close } = await openEmbeddedCopy();
  onTestFinished(close);
  await sql`insert into stores (slug, name, host, url, description)
    select 's' || n, 'Store', 'a.example', 'https://a.example', '' from generate_series(1, 1500) as n`.execute(db);
  const known = async () =>
    (await sql<{ rows: number }>`select reltuples::int as rows from pg_class where relname = 'stores'`.execute(db)).rows[0]!.rows;
  expect(await known()).toBeLessThan(1_500);
  // The first look has the counts of changes brought up to date, which the next one reads.
  await vacuumChanged(db);
  await vacuumChanged(db);
  expect(await known()).toBe(1_500);
});
