import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { advanceDates } from '../../../src/features/catalogue/advance-dates.server.ts';
import { required } from '../../../src/lib/required.ts';
import { eachNewDatabase, onDatabase, openServerCopy } from '../../support/databases.ts';
import { contextOf, deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { rowsRead } from '../../support/plans.ts';

onDatabase('time', (open) => {
  test('starts and ends deals and offers by their dates, once', async () => {
    const database = await open();
    await importRecords(contextOf(database), [
      ...surroundings(),
      deal({ sourceId: 'starts', startsAt: '2026-03-02' }),
      deal({ sourceId: 'ends', expiresAt: '2026-03-02' }),
      deal({ sourceId: 'passes', startsAt: '2026-03-02', expiresAt: '2026-03-02' }),
      deal({ sourceId: 'waits', startsAt: '2026-04-01' }),
      deal({ sourceId: 'stays', expiresAt: '2026-04-01' }),
      offer({ sourceId: 'coupon', expiresAt: '2026-03-02' }),
    ]);
    const later = contextOf(database, () => new Date('2026-03-03T00:00:00Z'));
    const moved = await advanceDates(later);
    expect([moved.threadIds.length, moved.offerIds.length]).toEqual([3, 1]);
    const rows = await database.db
      .selectFrom('deals')
      .select(['source_id', 'status', 'thread_id', 'changed_at'])
      .orderBy('thread_id')
      .execute();
    expect(rows.map((row) => `${row.source_id} ${row.status}`)).toEqual([
      'starts live',
      'ends expired',
      'passes expired',
      'waits scheduled',
      'stays live',
    ]);
    expect(moved.threadIds.toSorted()).toEqual(rows.slice(0, 3).map((row) => row.thread_id));
    expect(await advanceDates(later)).toEqual({ threadIds: [], offerIds: [] });
  });

  test('goes on by some at a time while many are due, and notes each', async () => {
    const database = await open();
    await importRecords(contextOf(database), [
      ...surroundings(),
      ...numbered(5).map((sourceId) => deal({ sourceId, expiresAt: '2026-03-02' })),
      ...numbered(3).map((sourceId) => offer({ sourceId, expiresAt: '2026-03-02' })),
    ]);
    const { db } = database;
    await db.deleteFrom('changes').execute();
    const moved = await advanceDates(
      contextOf(database, () => new Date('2026-03-03T00:00:00Z')),
      2,
    );
    expect([new Set(moved.threadIds).size, new Set(moved.offerIds).size]).toEqual([5, 3]);
    const { rows } = await sql<{ subject: string; noted: number }>`
      select subject, count(distinct id)::int as noted from changes where after->>'status' = 'expired'
      group by subject, tx order by subject, noted`.execute(db);
    expect(rows.map(({ subject, noted }) => `${subject} ${noted}`)).toEqual(['deal 1', 'deal 2', 'deal 2', 'offer 1', 'offer 2']);
  });
});

const server = inject('postgres');
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number-${index}`);

test.skipIf(!server)('what somebody else works on does not keep the others from ending', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { db } = database;
  await importRecords(contextOf(database), [
    ...surroundings(),
    ...numbered(5).map((sourceId) => deal({ sourceId, expiresAt: '2026-03-02' })),
  ]);
  const later = contextOf(database, () => new Date('2026-03-03T00:00:00Z'));
  await db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('deals').select('thread_id').where('source_id', 'in', ['number-0', 'number-3']).forUpdate().execute();
    expect((await advanceDates(later, 2)).threadIds).toHaveLength(3);
  });
  expect((await advanceDates(later, 2)).threadIds).toHaveLength(2);
});

const ENDED = 3_000;

eachNewDatabase('a deal that ends among thousands that have ended', (open) => {
  test('is found without reading them', async () => {
    const database = await open();
    const { db } = database;
    await importRecords(contextOf(database), [
      ...surroundings(),
      deal({ sourceId: 'ends', expiresAt: '2026-03-02' }),
      deal({ sourceId: 'stays', expiresAt: '2026-04-01' }),
    ]);
    await sql`
      insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at, expires_at, status)
      select 'many', n, 'Lamp ' || n, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at, '2026-02-01', case when n % 2 = 0 then 'expired' else 'live' end
      from deals, generate_series(1, ${ENDED}::int) as n where source_id = 'stays'`.execute(db);
    await sql`analyze deals`.execute(db);
    await advanceDates(contextOf(database, () => new Date('2026-02-02T00:00:00Z')));
    const before = await rowsRead(db, ['deals']);
    expect((await advanceDates(contextOf(database, () => new Date('2026-03-03T00:00:00Z')))).threadIds).toHaveLength(1);
    expect((await rowsRead(db, ['deals'])) - before).toBe(0);
  });
});
