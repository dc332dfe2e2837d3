import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { tidyChanged } from '../../../src/server/db/tidy.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('a table that has changed much', (open) => {
  test('is tidied up: the planner knows how many rows it has', async () => {
    const { db } = await open();
    await sql`insert into stores (slug, name, host, url, description)
      select 's' || n, 'Store', 'a.example', 'https://a.example', '' from generate_series(1, 1500) as n`.execute(db);
    const known = async () =>
      (await sql<{ rows: number }>`select reltuples::int as rows from pg_class where relname = 'stores'`.execute(db)).rows[0]!.rows;
    expect(await known()).toBeLessThan(1_500);
    await tidyChanged(db);
    expect(await known()).toBe(1_500);
  });
});
