import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PREPARED } from '../../../src/server/db/prepared.ts';
import { eachNewDatabase } from '../../support/databases.ts';

eachNewDatabase('a statement that is to be prepared', (open) => {
  test('is prepared once by a connection, and gets its own values each time', async () => {
    const { db } = await open();
    await db.connection().execute(async (connection) => {
      for (const value of [1, 2, 3]) {
        const { rows } = await sql`select ${value}::int + ${10}::int as sum ${PREPARED}`.execute(connection);
        expect(rows).toEqual([{ sum: value + 10 }]);
      }
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_prepared_statements where statement like 'select $1::int +%'`.execute(connection);
      expect(rows).toEqual([{ count: 1 }]);
    });
  });
});
