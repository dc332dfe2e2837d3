import { beforeEach, expect, test } from 'vitest';
import { deleteDealsNamed } from '../../../src/features/editing/delete-deals.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { deliverDue, SENDERS } from '../../../src/features/notifications/deliver.server.ts';
import { alertsJsonFeed, feedAddresses } from '../../../src/features/notifications/feed.server.ts';
import { listNotifications } from '../../../src/features/notifications/list.server.ts';
import type { ChosenKind } from '../../../src/features/notifications/kinds.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { settleFeeds } from '../../../src/features/notifications/settle-deliveries.server.ts';
import { type accountsContext, DAY } from '../../support/accounts.ts';
import { announce, delivered, givenAlert, logOf, openDeliveries } from '../../support/deliveries.ts';
import { eachDatabase } from '../../support/databases.ts';

const MERGED = 'skipped: merged into another deal';
const KNOWN = 'skipped: you were told of it before, as a deal that was merged into it';

eachDatabase('what members are told of a deal that is merged into another one', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let alertId: number;
  let duplicate: number;
  let into: number;

  beforeEach(async () => {
    const opened = await openDeliveries(open);
    ({ context, userId, alertId } = opened);
    [duplicate, into] = opened.threads as [number, number];
    await price(duplicate, 2000);
    await price(into, 2000);
  });

  const price = (threadId: number, cents: number) =>
    context.db.updateTable('deals').set({ price_cents: cents }).where('thread_id', '=', threadId).execute();
  const tell = (threadId: number, more = {}) => announce(context, { userId, alertId, threadId, ...more });
  const merge = () => mergeDeals(context, String(duplicate), String(into));
  const mails = async () => (await delivered(context)).map(({ subject }) => subject);
  const nextDay = () => {
    context.at.pass(DAY);
    return mails();
  };
  const log = () => logOf(context);
  const listed = async () =>
    (await listNotifications(context, userId, new URLSearchParams()))?.days.flatMap(({ notifications }) =>
      notifications.map(({ title }) => title),
    );
  const feed = async () => {
    await settleFeeds(context);
    const { items } = (await (
      await alertsJsonFeed({ context, query: new URL(feedAddresses(context, userId, 0).json).searchParams })
    )?.json()) as { items: { title: string }[] };
    return items.map(({ title }) => title);
  };
  const notified = async (kind: ChosenKind) => {
    await context.db
      .insertInto('notification_choices')
      .values({ user_id: userId, kind, channels: ['site', 'email'] })
      .execute();
    await notify(context.db, { userIds: [userId], kind, threadId: duplicate }, context.clock());
  };

  test('comes once in a digest that both were to be in', async () => {
    for (const each of [duplicate, into]) await tell(each, { frequency: 'daily' });
    expect(await mails()).toEqual([]);
    await merge();
    expect([await nextDay(), await log()]).toEqual([['$20.00: Deal number 2'], [MERGED, 'sent']]);
    expect(await listed()).toEqual(['“Deal number 2” for $20.00']);
  });

  test('is not sent as the other one, which was sent before', async () => {
    await tell(into);
    expect(await mails()).toHaveLength(1);
    await tell(duplicate, { frequency: 'daily' });
    await merge();
    expect([await nextDay(), await log()]).toEqual([[], ['sent', MERGED]]);
  });

  test('is not sent as the other one, which the alert does not want, and leads to that on the site', async () => {
    alertId = await givenAlert(context, userId, { maxCents: 3000 });
    await price(into, 5000);
    await tell(duplicate, { frequency: 'daily' });
    await merge();
    expect([await nextDay(), await log()]).toEqual([[], [MERGED]]);
    expect(await listed()).toEqual(['“Deal number 2” for $20.00']);
  });

  test('is not sent by a mail that waits to go', async () => {
    await tell(duplicate);
    await deliverDue(context, SENDERS);
    expect(await log()).toEqual(['sending']);
    await merge();
    expect([await mails(), await log()]).toEqual([[], [MERGED]]);
  });

  test('counts as told of the other one, at that price and above', async () => {
    await tell(duplicate);
    expect(await mails()).toHaveLength(1);
    await tell(into, { frequency: 'daily' });
    await merge();
    expect([await nextDay(), await log()]).toEqual([[], ['sent', KNOWN]]);
    await tell(into);
    expect(await mails()).toEqual([]);
  });

  test('does not keep a lower price of the other one back', async () => {
    await tell(duplicate);
    expect(await mails()).toHaveLength(1);
    await price(into, 1900);
    await tell(into, { frequency: 'daily' });
    await merge();
    expect([await nextDay(), await log()]).toEqual([['$19.00: Deal number 2'], ['sent', 'sent']]);
  });

  test('stands once in the private feed', async () => {
    for (const each of [duplicate, into]) await tell(each, { channels: ['feed'] });
    expect(await feed()).toEqual(['Deal number 2', 'Deal number 1']);
    await merge();
    expect(await feed()).toEqual(['Deal number 2']);
  });

  test('never comes to the private feed where it was not there yet', async () => {
    await tell(duplicate, { channels: ['feed'] });
    await merge();
    expect([await feed(), await log()]).toEqual([[], [MERGED]]);
  });

  test('goes on where it is about a comment', async () => {
    await notified('reply');
    await merge();
    expect(await mails()).toEqual(['Somebody replied to you on “Deal number 2”']);
  });

  test('is not said of the other one where it is about its state', async () => {
    await notified('expired');
    await merge();
    expect([await mails(), await log(), await listed()]).toEqual([[], [MERGED], []]);
  });

  test('goes with the other one when that is deleted', async () => {
    for (const each of [duplicate, into]) await tell(each);
    await merge();
    await deleteDealsNamed(context, [String(into)]);
    expect(await context.db.selectFrom('notifications').select('id').execute()).toEqual([]);
  });
});
