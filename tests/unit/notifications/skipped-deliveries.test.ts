import { beforeEach, describe, expect, test } from 'vitest';
import { saveChoices } from '../../../src/features/notifications/choices.server.ts';
import { muteMember, muteThread } from '../../../src/features/notifications/mutes.server.ts';
import { announcePrice } from '../../../src/features/notifications/announce-price.server.ts';
import { deliverDue, SENDERS } from '../../../src/features/notifications/deliver.server.ts';
import { DEFAULT_CHANNELS } from '../../../src/features/notifications/kinds.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { type accountsContext, DAY } from '../../support/accounts.ts';
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
import { givenPriorPrices } from '../../support/prior-price.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('deliveries of what is not true any more when they are handed over or sent', (open) => {
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
  const change = (at: number, values: { price_cents?: number; status?: 'expired' | 'scheduled' }) =>
    context.db.updateTable('deals').set(values).where('thread_id', '=', threads[at]!).execute();

  const cases: [string, () => Promise<unknown>, string][] = [
    ['expired', () => change(0, { status: 'expired' }), 'expired'],
    ['was taken off', () => change(0, { status: 'scheduled' }), 'taken off the site'],
    ['costs too much now', () => change(0, { price_cents: 6001 }), 'its price is outside your limits now'],
    ['costs too little now', () => change(0, { price_cents: 499 }), 'its price is outside your limits now'],
    ['is gone', () => context.db.deleteFrom('deals').where('thread_id', '=', threads[0]!).execute(), 'taken off the site'],
    ['was merged', merge, 'merged into another deal'],
    ['is of a paused alert', () => context.db.updateTable('alerts').set({ paused_at: context.clock() }).execute(), 'alert paused'],
    [
      'is of an alert without mails',
      () =>
        context.db
          .updateTable('alerts')
          .set({ channels: ['feed'] })
          .execute(),
      'turned off in your settings',
    ],
    ['is of a muted deal', () => muteThread(context, userId, threads[0]!), 'muted'],
    ['is of a deleted alert', () => context.db.deleteFrom('alerts').execute(), 'alert deleted'],
    ['is for a suspended member', () => account({ suspended_until: new Date(context.clock().getTime() + 9 * DAY) }), 'suspended'],
    ['is for nobody', () => context.db.deleteFrom('accounts').where('user_id', '=', userId).execute(), 'the account is gone'],
    ['was unsubscribed from', () => settings({ unsubscribed_at: context.clock() }), 'unsubscribed'],
    [
      'is for an address that refuses mails',
      () => settings({ bounced_at: context.clock(), bounced_email: email }),
      'mail to your address bounces',
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

  test('what an alert without mails found is told where another alert still mails it', async () => {
    const other = await givenAlert(context, userId);
    const { criteria } = await context.db.selectFrom('alerts').select('criteria').where('alert_id', '=', other).executeTakeFirstOrThrow();
    await context.db.insertInto('matches').values({ thread_id: threads[0]!, criteria }).execute();
    await tell(0);
    await context.db
      .updateTable('alerts')
      .set({ channels: ['feed'] })
      .where('alert_id', '=', alertId)
      .execute();
    expect(await subjects()).toHaveLength(1);
  });

  describe('a reply', () => {
    let actorId: number;
    beforeEach(async () => {
      ({ userId: actorId } = await givenMember(context));
      await notify(context.db, { userIds: [userId], kind: 'reply', threadId: threads[0]!, actorId }, context.clock());
    });

    test.each<[string, () => Promise<unknown>, string]>([
      [
        'to a member who turned mails about replies off',
        () => saveChoices(context.db, userId, { ...DEFAULT_CHANNELS, reply: ['site'] }),
        'skipped: turned off in your settings',
      ],
      ['to a member who muted the deal', () => muteThread(context, userId, threads[0]!), 'skipped: muted'],
      ['by a member who was muted', () => muteMember(context, userId, actorId), 'skipped: muted'],
    ])('%s is not mailed', async (_which, happen, state) => {
      await happen();
      expect([await subjects(), await log()]).toEqual([[], [state]]);
    });

    test('to a member who changed other choices is mailed', async () => {
      await saveChoices(context.db, userId, { ...DEFAULT_CHANNELS, quote: [] });
      expect(await subjects()).toHaveLength(1);
    });
  });

  test('a moderator’s decision is mailed about a muted deal, too', async () => {
    await saveChoices(context.db, userId, { ...DEFAULT_CHANNELS, moderation: ['site', 'email'] });
    await notify(context.db, { userIds: [userId], kind: 'moderation', threadId: threads[0]!, data: { text: 'Decided' } }, context.clock());
    await muteThread(context, userId, threads[0]!);
    expect(await subjects()).toEqual(['Decided']);
  });

  describe('of a saved deal that fell', () => {
    const fall = async (priceCents: number) => {
      await change(0, { price_cents: priceCents });
      await announcePrice(context.db, { userIds: [userId], threadId: threads[0]!, priceCents }, context.clock());
    };

    test('twice the last price is told', async () => {
      await fall(5_000);
      await fall(4_000);
      expect([await subjects(), await log()]).toEqual([['“Deal number 1” fell to $40.00'], ['skipped: told with its next price', 'sent']]);
    });

    test('and costs more again nothing is told', async () => {
      await fall(5_000);
      await change(0, { price_cents: 5_001 });
      expect([await subjects(), await log()]).toEqual([[], ['skipped: its price has risen since']]);
    });

    test('twice and costs as much as at first again that price is told', async () => {
      await fall(5_000);
      await fall(4_000);
      await change(0, { price_cents: 5_000 });
      expect([await subjects(), await log()]).toEqual([['“Deal number 1” fell to $50.00'], ['sent', 'skipped: its price has risen since']]);
    });
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
