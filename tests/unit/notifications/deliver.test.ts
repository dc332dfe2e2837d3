import { beforeEach, expect, test, vi } from 'vitest';
import { deliverDue, SENDERS } from '../../../src/features/notifications/deliver.server.ts';
import { deliverAllDue } from '../../../src/features/notifications/deliveries-job.server.ts';
import { settleOrphanedDeliveries } from '../../../src/features/notifications/settle-deliveries.server.ts';
import { type accountsContext, HOUR } from '../../support/accounts.ts';
import {
  announce,
  delivered,
  givenAlert,
  givenMember,
  openDeliveries,
  givenSettings,
  logOf,
  type NotificationSettings,
} from '../../support/deliveries.ts';
import { eachDatabase } from '../../support/databases.ts';
import { watchWrites } from '../../support/watched-writes.ts';

eachDatabase('deliveries', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let email: string;
  let alertId: number;
  let threads: number[];

  beforeEach(async () => {
    ({ context, threads, userId, email, alertId } = await openDeliveries(open));
  });

  const settings = (values: NotificationSettings) => givenSettings(context, userId, values);
  const tell = (at: number, more = {}) => announce(context, { userId, alertId, threadId: threads[at]!, ...more });
  const subjects = async () => (await delivered(context)).map(({ subject }) => subject);
  const log = () => logOf(context);

  test('one deal is one mail, sent at once and once', async () => {
    await tell(0);
    const [mail, ...more] = await delivered(context);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/^\$\d+\.00: Deal number 1$/) as string });
    expect(await log()).toEqual(['sent']);
    expect(await delivered(context)).toEqual([]);
  });

  test('a title and a store that are written from right to left keep the order of their words in the lines of a mail', async () => {
    const [title, store] = ['אוזניות Sony WH-1000XM5 אלחוטיות (שחור)', 'חנות הספרים (Books)'];
    await context.db.updateTable('deals').set({ title }).where('thread_id', '=', threads[0]!).execute();
    await context.db.updateTable('stores').set({ name: store }).execute();
    await tell(0);
    const [mail] = await delivered(context);
    expect(mail?.subject).toMatch(new RegExp(String.raw`^\$\d+\.00: \u2068אוזניות .*\u2069$`));
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`at \u2068${store}\u2069`);
    expect(mail?.html).toContain(`>\u2068${title}\u2069</a>`);
  });

  test('are looked for without a transaction, which begins where one is due by any channel', async () => {
    const begun = vi.spyOn(context.db, 'transaction');
    const deliver = async () => {
      let queued = 0;
      begun.mockClear();
      const count = () => queued++;
      await deliverAllDue(context, count, () => false);
      return [begun.mock.calls.length > 0, queued];
    };
    expect(await deliver()).toEqual([false, 0]);
    await tell(0);
    expect(await deliver()).toEqual([true, 1]);
    await tell(1, { channels: ['feed'] });
    expect(await deliver()).toEqual([true, 0]);
    expect(await deliver()).toEqual([false, 0]);
    begun.mockRestore();
  });

  test('several for one moment are one mail', async () => {
    await tell(0);
    await tell(1);
    await tell(2);
    expect(await subjects()).toEqual(['3 deals for your alerts']);
    expect(await log()).toEqual(['sent', 'sent', 'sent']);
  });

  test('members do not share a mail', async () => {
    const other = await givenMember(context);
    await tell(0);
    await announce(context, { userId: other.userId, alertId: await givenAlert(context, other.userId), threadId: threads[0]! });
    expect((await delivered(context)).map(({ to }) => to).toSorted()).toEqual([email, other.email].toSorted());
  });

  test('daily ones are gathered until the hour, and go out late rather than never', async () => {
    await settings({ digest_hour: 18 });
    await tell(0, { frequency: 'daily' });
    context.at.pass(HOUR);
    await tell(1, { frequency: 'daily' });
    expect([await subjects(), await log()]).toEqual([[], ['held: daily at 18:00', 'held: daily at 18:00']]);
    context.at.pass(5 * HOUR - 1);
    expect(await subjects()).toEqual([]);
    context.at.pass(1);
    expect(await subjects()).toEqual(['2 deals for your alerts']);
  });

  test('one that was noted before its hour goes out even if nobody looked until after it', async () => {
    await settings({ digest_hour: 13 });
    await tell(0, { frequency: 'daily' });
    context.at.pass(2 * HOUR);
    expect(await subjects()).toHaveLength(1);
  });

  test('nothing goes out in quiet hours, whatever waits', async () => {
    await settings({ quiet_from: 11, quiet_until: 14 });
    await tell(0);
    expect([await subjects(), await log()]).toEqual([[], ['held: quiet hours']]);
    context.at.pass(2 * HOUR - 1);
    expect(await subjects()).toEqual([]);
    context.at.pass(1);
    expect(await subjects()).toHaveLength(1);
  });

  test('quiet hours that a member sets hold what was held for something else', async () => {
    await tell(0, { frequency: 'hourly' });
    await subjects();
    await settings({ quiet_from: 13, quiet_until: 20 });
    context.at.pass(HOUR);
    expect([await subjects(), await log()]).toEqual([[], ['held: quiet hours']]);
  });

  test('beyond the number a day the rest is one mail at the digest hour of the next day, which says so', async () => {
    await settings({ most_a_day: 2 });
    for (const at of [0, 1]) {
      await tell(at);
      expect(await subjects()).toHaveLength(1);
    }
    for (const at of [2, 3]) {
      await tell(at);
      expect(await subjects()).toEqual([]);
    }
    const reason = 'held: over your limit of 2 a day: gathered';
    expect(await log()).toEqual(['sent', 'sent', reason, reason]);
    context.at.pass(20 * HOUR - 1);
    expect(await subjects()).toEqual([]);
    context.at.pass(1);
    const [mail, ...more] = await delivered(context);
    expect([mail?.subject, more]).toEqual(['2 deals for your alerts', []]);
    expect(mail?.text).toContain('Your limit is 2 mails a day');
    expect(mail?.html).toContain('Your limit is 2 mails a day');
  });

  test('what is gathered and then held by new quiet hours still says that it was gathered', async () => {
    await settings({ most_a_day: 1 });
    await tell(0);
    await subjects();
    await tell(1);
    await subjects();
    await context.db.updateTable('notification_settings').set({ quiet_from: 7, quiet_until: 10 }).execute();
    context.at.pass(20 * HOUR);
    expect([await subjects(), await log()]).toEqual([[], ['sent', 'held: over your limit of 1 a day: gathered']]);
    context.at.pass(2 * HOUR);
    expect((await delivered(context))[0]?.text).toContain('Your limit is 1 mail a day');
  });

  test('mails on their way count for the day, and are not said to be gathered', async () => {
    await settings({ most_a_day: 1 });
    await tell(0);
    await deliverDue(context, SENDERS);
    await tell(1);
    await deliverDue(context, SENDERS);
    expect(await log()).toEqual(['sending', 'held: over your limit of 1 a day: gathered']);
    expect((await delivered(context))[0]?.text).not.toContain('gathered');
  });

  test('what an address that is not verified yet holds is sent once it is verified', async () => {
    const verify = (at: Date | null) =>
      context.db.updateTable('accounts').set({ email_verified_at: at }).where('user_id', '=', userId).execute();
    await verify(null);
    await tell(0);
    expect([await subjects(), await log()]).toEqual([[], ['held: email not verified yet']]);
    context.at.pass(HOUR);
    expect([await subjects(), await log()]).toEqual([[], ['held: email not verified yet']]);
    context.at.pass(1);
    await verify(context.clock());
    expect(await subjects()).toHaveLength(1);
  });

  test('what the limit of a day holds is not sent because an address is verified', async () => {
    await settings({ most_a_day: 1 });
    for (const at of [0, 1]) {
      await tell(at);
      await subjects();
    }
    await context.db.updateTable('accounts').set({ email_verified_at: null }).where('user_id', '=', userId).execute();
    await context.db.updateTable('accounts').set({ email_verified_at: context.clock() }).where('user_id', '=', userId).execute();
    expect([await subjects(), await log()]).toEqual([[], ['sent', 'held: over your limit of 1 a day: gathered']]);
  });

  test('what no sender takes waits', async () => {
    await tell(0, { channels: ['email', 'push'] });
    await deliverDue(context, { email: SENDERS.email! });
    expect(await log()).toEqual(['sending', 'waiting']);
  });

  test('a sender of another channel gets its own batches', async () => {
    const batches: object[] = [];
    await context.db
      .insertInto('push_subscriptions')
      .values({ user_id: userId, endpoint: 'https://push.example/one', p256dh: '', auth: '', created_at: context.clock() })
      .execute();
    await tell(0, { channels: ['email', 'push'] });
    await tell(1, { channels: ['push'] });
    await deliverDue(context, { push: async (_transaction, given) => given.map((batch) => batches.push(batch)) });
    expect(batches).toEqual([{ userId, notificationIds: [1, 2] }]);
    expect(await log()).toEqual(['waiting', 'sending', 'sending']);
  });

  test('mails that are gone from the outbox are not sent again', async () => {
    await tell(0);
    await deliverDue(context, SENDERS);
    await settleOrphanedDeliveries(context);
    expect(await log()).toEqual(['sending']);
    await context.db.deleteFrom('outbox').execute();
    await settleOrphanedDeliveries(context);
    expect(await log()).toEqual(['sent: not confirmed']);
  });

  test('mails that are gone from the outbox are settled by slices, however many they are', async () => {
    for (const at of [0, 1]) await tell(at);
    await deliverDue(context, SENDERS);
    await context.db.deleteFrom('outbox').execute();
    const { watched, largest } = watchWrites(context);
    await settleOrphanedDeliveries(watched, 1);
    expect([await log(), largest()]).toEqual([['sent: not confirmed', 'sent: not confirmed'], 1]);
  });

  test('servers that look at the same time hand each over once', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => givenMember(context)));
    for (const member of members) {
      const alert = await givenAlert(context, member.userId);
      for (const at of [0, 1, 2]) await announce(context, { userId: member.userId, alertId: alert, threadId: threads[at]! });
    }
    const look = async () => {
      while ((await deliverDue(context, SENDERS)) > 0);
    };
    await Promise.all([look(), look(), look()]);
    const mails = await delivered(context);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(members.map((member) => member.email).toSorted());
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['3 deals for your alerts']));
  });
});
