import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachNewDatabase } from '../../support/databases.ts';
import { rowsRead } from '../../support/plans.ts';

const MEMBERS = 1_500;
/** So many checks of a foreign key have it planned for good. */
const FEW_MEMBERS = 10;

eachNewDatabase('a deal that many have saved', (open) => {
  test('has what is stored for each checked by an index, also after a time of few notifications', async () => {
    const { db, clock } = accountsContext((await open()).db);
    const { rows } = await sql<{ user_id: number }>`
      with joined as (
        insert into members (source, source_id, username, joined_at)
        select 'test', n, 'Member ' || n, now() from generate_series(1, ${MEMBERS}::int) as n returning user_id, username)
      insert into accounts (user_id, email, email_key, created_at) select user_id, username, username, now() from joined returning user_id`.execute(
      db,
    );
    await sql`analyze`.execute(db);
    const userIds = rows.map(({ user_id }) => user_id);
    const tell = (ids: number[]) =>
      db.transaction().execute((transaction) => notify(transaction, { kind: 'price-drop', userIds: ids, threadId: 1 }, clock()));
    expect(await tell(userIds.slice(0, FEW_MEMBERS))).toHaveLength(FEW_MEMBERS);
    const before = await rowsRead(db, ['notifications']);
    expect(await tell(userIds)).toHaveLength(MEMBERS);
    expect((await rowsRead(db, ['notifications'])) - before).toBeLessThan(10 * MEMBERS);
    expect(await db.selectFrom('deliveries').select('channel').execute()).toHaveLength(FEW_MEMBERS + MEMBERS);
  });
});
