import { expect, test } from 'vitest';
import { readDealLog, readDeliveryLog } from '../../../src/features/notifications/delivery-log.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

const MATCHED = new Date('2026-11-23T14:01:00Z');
const SENT = new Date('2026-11-23T14:02:00Z');

/** Notes that a member was told of a deal by mail. */
async function tell({ db }: Context, userId: number, threadId: number, alertId: number | null = null): Promise<void> {
  const { id } = await db
    .insertInto('notifications')
    .values({ user_id: userId, kind: 'deal-alert', thread_id: threadId, alert_id: alertId, price_cents: 4999, created_at: MATCHED })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('deliveries')
    .values({ notification_id: id, channel: 'email', user_id: userId, state: 'sent', due_at: MATCHED, settled_at: SENT })
    .execute();
}

onDatabase('the delivery log', (open) => {
  test('tells what was found, by which alert, and what became of it, to its member alone', async () => {
    const { db } = await open();
    const context = accountsContext(db);
    await publishedCatalogue(context);
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const [deal, other] = await db.selectFrom('deals').select(['thread_id', 'title']).where('status', '=', 'live').limit(2).execute();
    const { id } = await db
      .insertInto('criteria')
      .values({ criteria_id: 'q=lamp', query: `'lamp'` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { alert_id } = await db
      .insertInto('alerts')
      .values({ user_id: ada.userId, criteria: id, title: 'Lamps', created_at: MATCHED })
      .returning('alert_id')
      .executeTakeFirstOrThrow();
    await tell(context, ada.userId, deal!.thread_id, alert_id);
    await tell(context, ada.userId, other!.thread_id);
    await tell(context, bob.userId, deal!.thread_id);

    const log = await readDeliveryLog(context, ada.userId, 1);
    expect(log).toMatchObject({ page: 1, pages: 1, timeZone: 'UTC' });
    expect(log?.entries.map(({ deal: about, alert }) => [about?.title, alert])).toEqual([
      [other!.title, null],
      [deal!.title, 'Lamps'],
    ]);
    expect(log?.entries[1]).toMatchObject({
      deal: { path: expect.stringContaining(`/f/${deal!.thread_id}-`) as string, price: '$49.99' },
      matchedAt: MATCHED,
      deliveries: [{ channel: 'email', state: 'sent', reason: null, dueAt: MATCHED, settledAt: SENT }],
    });
    expect((await readDealLog(context, ada.userId, other!.thread_id)).map(({ deal: about }) => about?.title)).toEqual([other!.title]);
  });

  test('has pages, keeps deals that are gone without their names, and knows the member’s time zone', async () => {
    const { db } = await open();
    const context = accountsContext(db);
    const { userId } = await newMember(context);
    await db.insertInto('notification_settings').values({ user_id: userId, time_zone: 'Asia/Kathmandu' }).execute();
    expect(await readDeliveryLog(context, userId, 1)).toMatchObject({ entries: [], page: 1, pages: 1, timeZone: 'Asia/Kathmandu' });
    for (let number = 1; number <= 26; number += 1) await tell(context, userId, 900_000 + number);
    const last = await readDeliveryLog(context, userId, 2);
    expect([last?.pages, last?.entries.map(({ deal }) => deal)]).toEqual([2, [null]]);
    expect(await readDeliveryLog(context, userId, 3)).toBeUndefined();
  });
});
