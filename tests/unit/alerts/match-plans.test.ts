import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertsSite, newAlert, saveDeals } from '../../support/alerts.ts';
import { eachNewDatabase } from '../../support/databases.ts';
import { rowsRead, vacuumWhole, watchPlans } from '../../support/plans.ts';

const ALERTS = 6_000;
const WIDELY_WANTED = 40;
const FEW = 500;
const MEMBERS = 1_500;
/** So many checks of a foreign key have it planned for good. */
const FEW_MEMBERS = 10;
const DEALS = 1_000;

eachNewDatabase('a price of a deal that few want', (open) => {
  test('has only their alerts read, however many there are, and however many want other deals', async () => {
    const watch = watchPlans();
    const context = await alertsSite(open);
    const { db } = context;
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'hose' });
    const others = Array.from({ length: WIDELY_WANTED }, (_, index) => ({ sourceId: `w${index}`, title: `Wanted widely ${index}` }));
    await saveDeals(context, { sourceId: 'h', title: 'Garden hose', price: '80.00' }, ...others);
    // No deal has their words: to which deals they matched is stored here.
    await sql`
      with made as (
        insert into criteria (criteria_id, query) select 'c' || n, ('''none' || n || '''')::tsquery from generate_series(1, ${ALERTS}::int) as n returning id),
      stored as (insert into alerts (user_id, criteria, title, created_at) select ${ada.userId}::int, id, 'other', now() from made),
      anchored as (insert into criteria_anchors (anchor, criteria) select 'none' || id, id from made)
      insert into matches (thread_id, criteria)
      select d.thread_id, made.id from deals as d cross join made where d.title like 'Wanted%' and made.id % 10 = 0`.execute(db);
    await sql`analyze`.execute(db);
    await sql`update deals set price_cents = 7000 where title = 'Garden hose'`.execute(db);
    let announced = 0;
    const statements = await watch(async () => (announced = await matchDue(context)));
    expect(announced).toBe(1);
    expect(statements.filter(({ rows }) => rows > FEW).map(({ rows, text }) => `${rows} rows: ${text}`)).toEqual([]);
  });
});

eachNewDatabase('a deal that many want', (open) => {
  test('has what is stored of each checked by an index, also after a time of few notifications', async () => {
    const context = await alertsSite(open);
    const { db } = context;
    const ada = await verifiedMember(context);
    const hose = await newAlert(ada, { q: 'hose' });
    const lamp = await newAlert(ada, { q: 'lamp' });
    await sql`
      with joined as (
        insert into members (source, source_id, username, joined_at)
        select 'test', n, 'Member ' || n, now() from generate_series(1, ${MEMBERS}::int) as n returning user_id, source_id::int as n)
      insert into alerts (user_id, criteria, title, created_at)
      select joined.user_id, criteria, title, now() from joined, alerts where alert_id = ${lamp} or (alert_id = ${hose} and n < ${FEW_MEMBERS}::int)`.execute(
      db,
    );
    await sql`analyze`.execute(db);
    expect(await saveDeals(context, { sourceId: 'h', title: 'Garden hose' })).toBe(FEW_MEMBERS);
    const before = await rowsRead(db, ['notifications']);
    expect(await saveDeals(context, { sourceId: 'l', title: 'Desk lamp' })).toBe(MEMBERS + 1);
    expect((await rowsRead(db, ['notifications'])) - before).toBeLessThan(10 * MEMBERS);
  });
});

eachNewDatabase('a deal that comes', (open) => {
  test('is compared with criteria as they stand in the index, and with those of long queries', async () => {
    const context = await alertsSite(open);
    const { db } = context;
    const ada = await verifiedMember(context);
    const hose = await newAlert(ada, { q: 'hose' });
    const anyOfMany = ['garden', ...Array.from({ length: 100 }, (_, index) => `word${index}`)].map((word) => `'${word}'`).join(' | ');
    await db.transaction().execute(async (transaction) => {
      // What is not on the disk yet is not seen by an index alone.
      await sql`set local synchronous_commit = on`.execute(transaction);
      await sql`
      with made as (
        insert into criteria (criteria_id, query)
        select 'c' || n, (case when n <= 3 then ${`'hose' & (${anyOfMany})`} else '''hose'' & ''none' || n || '''' end)::tsquery
        from generate_series(1, ${ALERTS}::int) as n returning id, criteria_id, query),
      anchored as (
        insert into criteria_anchors (anchor, criteria, query)
        select case when n <= ${WIDELY_WANTED}::int then 'hose' else 'none' || n end, id, query
        from made cross join lateral (select substr(criteria_id, 2)::int as n) as numbered)
      insert into alerts (user_id, criteria, title, created_at) select ${ada.userId}::int, id, criteria_id, now() from made`.execute(
        transaction,
      );
    });
    await vacuumWhole(db, 'criteria_anchors');
    const fetched = async () => {
      await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`.execute(db);
      const { rows } = await sql<{ rows: number }>`
        select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as rows from pg_stat_user_tables where relname = 'criteria_anchors'`.execute(
        db,
      );
      return rows[0]!.rows;
    };
    const before = await fetched();
    await saveDeals(context, { sourceId: 'h', title: 'Garden hose' });
    expect((await fetched()) - before).toBe(0);
    const { rows } = await sql<{ alert: number; title: string }>`
      select alert_id as alert, title from matches join alerts using (criteria) order by alert_id`.execute(db);
    expect(rows.map(({ alert, title }) => (alert === hose ? 'hose' : title))).toEqual(['hose', 'c1', 'c2', 'c3']);
  });
});

eachNewDatabase('a thousand deals that come at once', (open) => {
  test('are taken some at a time, in their order, without reading all that wait in each round', async () => {
    const context = await alertsSite(open);
    const { db } = context;
    await saveDeals(context, { sourceId: 'h', title: 'Garden hose' });
    await sql`
      insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 'many', n, 'Lamp ' || n, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at
      from deals, generate_series(1, ${DEALS}::int) as n`.execute(db);
    await sql`analyze`.execute(db);
    const before = await rowsRead(db, ['alert_due']);
    await matchDue(context);
    expect((await rowsRead(db, ['alert_due'])) - before).toBeLessThan(DEALS);
    const { rows } = await sql`select count(*)::int as waiting from alert_due`.execute(db);
    expect(rows).toEqual([{ waiting: 0 }]);
  });
});
