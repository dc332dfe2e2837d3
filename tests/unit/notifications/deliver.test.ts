import { beforeEach, describe, expect, test } from 'vitest';
import { deliverDue, SENDERS, settleOrphans } from '../../../src/features/notifications/deliver.server.ts';
import { bounceOf } from '../../../src/features/notifications/bounce.server.ts';
import { notificationMails } from '../../../src/features/notifications/mails.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import type { NotificationsTables } from '../../../src/server/db/schema/notifications.ts';
import { composeMails, settleMails } from '../../../src/server/mail/mail-kind.ts';
import { openTransport } from '../../../src/server/mail/open-transport.ts';
import { sendDue } from '../../../src/server/mail/outbox.ts';
import type { Insertable } from 'kysely';
import { type accountsContext, DAY, HOUR, MINUTE } from '../../support/accounts.ts';
import { announce, deliverBy, delivered, givenAlert, givenMember, openDeliveries, logOf } from '../../support/deliveries.ts';
import { givenPriorPrices } from '../../support/prior-price.ts';
import { eachDatabase } from '../../support/databases.ts';
import { openSmtpSite } from '../../support/smtp.ts';

eachDatabase('deliveries', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let userId: number;
  let email: string;
  let alertId: number;
  let threads: number[];

  beforeEach(async () => {
    ({ context, threads, userId, email, alertId } = await openDeliveries(open));
  });

  const settings = (values: Partial<Insertable<NotificationsTables['notification_settings']>>) =>
    context.db
      .insertInto('notification_settings')
      .values({ user_id: userId, ...values })
      .execute();
  const tell = (at: number, more = {}) => announce(context, { userId, alertId, threadId: threads[at]!, ...more });
  const subjects = async () => (await delivered(context)).map(({ subject }) => subject);
  const log = () => logOf(context);
  const change = (at: number, values: { price_cents?: number; status?: 'expired' | 'scheduled' }) =>
    context.db.updateTable('deals').set(values).where('thread_id', '=', threads[at]!).execute();

  test('one deal is one mail, sent at once and once', async () => {
    await tell(0);
    const [mail, ...more] = await delivered(context);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/^\$\d+\.00: Deal number 1$/) as string });
    expect(await log()).toEqual(['sent']);
    expect(await delivered(context)).toEqual([]);
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
    expect(mail?.text).toContain('at most 2 such mails a day');
    expect(mail?.html).toContain('at most 2 such mails a day');
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
    expect((await delivered(context))[0]?.text).toContain('at most 1 such mail a day');
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

  describe('what is not true any more is skipped, when it is handed over and when it is sent', () => {
    const cases: [string, () => Promise<unknown>, string][] = [
      ['expired', () => change(0, { status: 'expired' }), 'expired'],
      ['was taken off', () => change(0, { status: 'scheduled' }), 'taken off the site'],
      ['costs too much now', () => change(0, { price_cents: 6001 }), 'its price is outside your limits now'],
      ['costs too little now', () => change(0, { price_cents: 499 }), 'its price is outside your limits now'],
      ['is gone', () => context.db.deleteFrom('deals').where('thread_id', '=', threads[0]!).execute(), 'taken off the site'],
      ['was merged', merge, 'merged into another deal'],
      ['is of a paused alert', () => context.db.updateTable('alerts').set({ paused_at: context.clock() }).execute(), 'alert paused'],
      ['is of a deleted alert', () => context.db.deleteFrom('alerts').execute(), 'alert deleted'],
      ['is for a suspended member', () => account({ suspended_until: new Date(context.clock().getTime() + 9 * DAY) }), 'suspended'],
      ['is for nobody', () => context.db.deleteFrom('accounts').where('user_id', '=', userId).execute(), 'the account is gone'],
      ['was unsubscribed from', () => settings({ unsubscribed_at: context.clock() }), 'unsubscribed'],
      [
        'is for an address that refuses mails',
        () => settings({ bounced_at: context.clock(), bounced_email: email }),
        'your address refuses mails',
      ],
    ];

    async function merge() {
      const gone = { thread_id: threads[0]!, into_thread_id: threads[1]!, source: 'tests', source_id: 'gone' };
      await context.db.deleteFrom('deals').where('thread_id', '=', threads[0]!).execute();
      await context.db.insertInto('merged_deals').values(gone).execute();
    }
    const account = (values: { suspended_until: Date }) =>
      context.db.updateTable('accounts').set(values).where('user_id', '=', userId).execute();

    test.each(cases)('what %s', async (_what, happen, reason) => {
      alertId = await givenAlert(context, userId, { minCents: 500, maxCents: 6000 });
      await tell(0);
      await happen();
      expect([await subjects(), await log()]).toEqual([[], [`skipped: ${reason}`]]);
    });

    test.each(cases)('what %s meanwhile', async (_what, happen, reason) => {
      alertId = await givenAlert(context, userId, { minCents: 500, maxCents: 6000 });
      await tell(0);
      await deliverDue(context, SENDERS);
      expect(await log()).toEqual(['sending']);
      await happen();
      expect([await subjects(), await log()]).toEqual([[], [`skipped: ${reason}`]]);
    });

    test('a price that still fits is told as it is now', async () => {
      alertId = await givenAlert(context, userId, { maxCents: 6000 });
      await tell(0);
      await change(0, { price_cents: 5999 });
      expect(await subjects()).toEqual(['$59.99: Deal number 1']);
    });

    test('too few percent off', async () => {
      alertId = await givenAlert(context, userId, { minPercent: 50 });
      await tell(0);
      await context.db.updateTable('deals').set({ price_cents: 900 }).where('thread_id', '=', threads[0]!).execute();
      await givenPriorPrices(context.db, [{ threadId: threads[0]!, cents: 1001 }]);
      expect([await subjects(), await log()]).toEqual([[], ['skipped: its price is outside your limits now']]);
    });

    test('the rest of a digest is sent', async () => {
      await tell(0);
      await tell(1);
      await change(0, { status: 'expired' });
      expect([await subjects(), await log()]).toEqual([['$7.00: Deal number 2'], ['skipped: expired', 'sent']]);
    });

    test('a deal that another alert of the member still wants is told', async () => {
      const other = await givenAlert(context, userId);
      const { criteria } = await context.db.selectFrom('alerts').select('criteria').where('alert_id', '=', other).executeTakeFirstOrThrow();
      await context.db.insertInto('matches').values({ thread_id: threads[0]!, criteria }).execute();
      await tell(0);
      await context.db.deleteFrom('alerts').where('alert_id', '=', alertId).execute();
      expect(await subjects()).toHaveLength(1);
    });

    test('that a deal has expired is told although it has', async () => {
      await change(0, { status: 'expired' });
      await context.db
        .insertInto('notification_choices')
        .values({ user_id: userId, kind: 'expired', channels: ['email'] })
        .execute();
      await notify(context.db, { userIds: [userId], kind: 'expired', threadId: threads[0]! }, context.clock());
      expect(await subjects()).toEqual(['“Deal number 1” has expired']);
    });
  });

  test('an address that is not verified yet holds, and is looked at again an hour later', async () => {
    await context.db.updateTable('accounts').set({ email_verified_at: null }).where('user_id', '=', userId).execute();
    await tell(0);
    expect([await subjects(), await log()]).toEqual([[], ['held: email not verified yet']]);
    await context.db.updateTable('accounts').set({ email_verified_at: context.clock() }).where('user_id', '=', userId).execute();
    context.at.pass(HOUR - 1);
    expect(await subjects()).toEqual([]);
    context.at.pass(1);
    expect(await subjects()).toHaveLength(1);
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
    await deliverDue(context, { push: async (_transaction, batch) => batches.push(batch) });
    expect(batches).toEqual([{ userId, notificationIds: [1, 2] }]);
    expect(await log()).toEqual(['waiting', 'sending', 'sending']);
  });

  describe('over SMTP', () => {
    const connect = async () => {
      const smtp = await openSmtpSite();
      const transport = openTransport({ ...context.config, smtpUrl: smtp.url }, () => undefined);
      return { smtp, transport };
    };

    test('a recipient who is refused for good gets no further mails, until the address is another one', async () => {
      const { smtp, transport } = await connect();
      smtp.conduct = { code: 550, message: '5.1.1 no such user here', ofRecipient: true };
      await tell(0);
      await deliverBy(context, transport);
      expect(await log()).toEqual(['bounced: your address was refused']);
      expect(await bounceOf(context.db, userId, email.toUpperCase())).toEqual({
        at: context.clock(),
        reason: expect.stringContaining('no such user here') as string,
      });
      smtp.conduct = 'takes';
      await tell(1);
      await deliverBy(context, transport);
      expect([(await log())[1], smtp.delivered]).toEqual(['skipped: your address refuses mails', []]);
      await context.db
        .updateTable('accounts')
        .set({ email: 'new@example.org', email_key: 'new@example.org' })
        .where('user_id', '=', userId)
        .execute();
      expect(await bounceOf(context.db, userId, 'new@example.org')).toBeUndefined();
      await tell(2);
      await deliverBy(context, transport);
      expect(smtp.delivered.map(({ to }) => to)).toEqual(['new@example.org']);
      transport.close();
    });

    test('a kill between sending and noting that does not send again, and the log says that it was not confirmed', async () => {
      const { smtp, transport } = await connect();
      await tell(0);
      await deliverDue(context, SENDERS);
      const killed = Promise.withResolvers<undefined>();
      void sendDue(
        context,
        composeMails(context, notificationMails),
        {
          async send(mail) {
            await transport.send(mail);
            killed.resolve(undefined);
            await new Promise<never>(() => undefined);
          },
          close: () => undefined,
        },
        undefined,
        { settle: settleMails(context, notificationMails) },
      );
      await killed.promise;
      context.at.pass(5 * MINUTE);
      await deliverBy(context, transport);
      expect([smtp.delivered.length, await log()]).toEqual([1, ['sent: not confirmed']]);
      transport.close();
    });

    test('a try after a refusal has the same Message-ID, and another mail another one', async () => {
      const { smtp, transport } = await connect();
      const ids: (string | undefined)[] = [];
      const noting = {
        ...transport,
        send: async (mail: Parameters<typeof transport.send>[0]) => (ids.push(mail.messageId), transport.send(mail)),
      };
      smtp.conduct = { code: 451, message: 'later' };
      await tell(0);
      await deliverBy(context, noting);
      smtp.conduct = 'takes';
      context.at.pass(2 * MINUTE);
      await deliverBy(context, noting);
      await tell(1);
      await deliverBy(context, noting);
      expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
      expect(smtp.delivered.map(({ headers }) => headers.get('message-id'))).toEqual([`<${ids[1]}>`, `<${ids[2]}>`]);
      transport.close();
    });
  });

  test('mails that are gone from the outbox are not sent again', async () => {
    await tell(0);
    await deliverDue(context, SENDERS);
    await settleOrphans(context);
    expect(await log()).toEqual(['sending']);
    await context.db.deleteFrom('outbox').execute();
    await settleOrphans(context);
    expect(await log()).toEqual(['sent: not confirmed']);
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
