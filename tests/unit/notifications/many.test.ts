import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deliverAllDue } from '../../../src/features/notifications/deliveries-job.server.ts';
import { listNotifications } from '../../../src/features/notifications/list.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { accountsContext, DAY, verifiedMember } from '../../support/accounts.ts';
import { dealToDiscuss } from '../../support/community.ts';
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

const REPLIES = 1_000;

eachNewDatabase('the list of thousands of notifications', (open) => {
  test('counts those that are shown without reading each comment of the site', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    const { userId } = await verifiedMember(context);
    await sql`
      with replies as (
        insert into comments (thread_id, user_id, source, source_id, body, posted_at, status)
        select ${deal.thread_id}, ${userId}, 'test', n, 'A reply', now(), case when n % 10 = 0 then 'hidden' else 'shown' end
        from generate_series(1, ${REPLIES}::int) as n returning post_id)
      insert into notifications (user_id, kind, thread_id, post_id, created_at)
      select ${userId}, 'reply', ${deal.thread_id}, post_id, now() from replies`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const before = await rowsRead(db, ['comments']);
    for (const page of [1, 2, 30])
      expect(await listNotifications(context, userId, new URLSearchParams({ page: String(page) }))).toMatchObject({ page, pages: 30 });
    expect(await listNotifications(context, userId, new URLSearchParams({ page: '31' }))).toBeUndefined();
    expect((await rowsRead(db, ['comments'])) - before).toBe(0);
  });
});

const DELIVERED = 4_000;

eachNewDatabase('thousands of deliveries', (open) => {
  test('are not read while none is due, however many wait for a digest', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    const { userId } = await verifiedMember(context);
    const daysOn = (days: number) => new Date(context.clock().getTime() + days * DAY);
    await sql`
      with notified as (
        insert into notifications (user_id, kind, thread_id, created_at)
        select ${userId}::int, 'expired', ${deal.thread_id}::bigint, now() from generate_series(1, ${DELIVERED}::int) returning id)
      insert into deliveries (notification_id, channel, user_id, frequency, state, due_at)
      select id, 'email', ${userId}::int, 'weekly', case when id % 4 = 0 then 'held' else 'sent' end,
        case when id % 4 = 0 then ${daysOn(1)}::timestamptz else ${daysOn(-1)}::timestamptz end
      from notified`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const before = await rowsRead(db, ['deliveries']);
    let queued = 0;
    const deliver = () =>
      deliverAllDue(
        context,
        () => queued++,
        () => false,
      );
    await deliver();
    expect([queued, (await rowsRead(db, ['deliveries'])) - before]).toEqual([0, 0]);
    context.at.pass(DAY);
    await deliver();
    expect(queued).toBeGreaterThan(0);
  });
});
