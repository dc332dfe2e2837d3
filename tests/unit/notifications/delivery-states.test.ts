import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { deliverDue, SENDERS } from '../../../src/features/notifications/deliver.server.ts';
import { settleOrphanedDeliveries } from '../../../src/features/notifications/settle-deliveries.server.ts';
import { notificationMails } from '../../../src/features/notifications/mails.server.ts';
import type { Mail } from '../../../src/server/mail/mail-content.ts';
import { composeMails, settleMails } from '../../../src/server/mail/mail-kind.ts';
import { sendDue } from '../../../src/server/mail/send-due.ts';
import { AddressRefused, OutcomeUnknown } from '../../../src/server/mail/transport.ts';
import { accountsContext, DAY, MINUTE } from '../../support/accounts.ts';
import { announce, givenAlert, givenMember } from '../../support/deliveries.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

/** What becomes of a mail that is handed to the mail server. */
const FATES = ['taken', 'taken, and no answer', 'refused for now', 'killed before', 'killed after'] as const;
type Fate = (typeof FATES)[number];

type Step =
  | { do: 'announce'; deal: number; frequency: 'instant' | 'hourly' | 'daily' | 'weekly' }
  | { do: 'expire'; deal: number }
  | { do: 'pass'; minutes: number }
  | { do: 'look'; fate: Fate }
  | { do: 'restart' };

const DEALS = 8;
const deal = fc.nat({ max: DEALS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('announce' as const),
      deal,
      frequency: fc.constantFrom('instant', 'hourly', 'daily', 'weekly'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), deal }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), fate: fc.constantFrom(...FATES) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
);

const QUIET = { from: 22, until: 7 };
const ZONE = 'Europe/Berlin';
const localOf = (at: Date) => {
  const [day = '', hour = ''] = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .split(' ');
  return { day, hour: Number(hour.slice(0, 2)) };
};

onDatabase('whatever happens', (open) => {
  let context: ReturnType<typeof accountsContext>;
  let threads: number[];

  beforeEach(async () => {
    context = accountsContext((await open()).db);
    await publishedCatalogue(context);
    const live = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('status', '=', 'live')
      .orderBy('thread_id')
      .limit(DEALS)
      .execute();
    threads = live.map(({ thread_id }) => thread_id);
  });

  test('a deal comes once, while it is live, by day, and not too often; and every delivery ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (steps, mostADay) => {
        await forget();
        const { userId } = await givenMember(context);
        const alertId = await givenAlert(context, userId);
        await context.db
          .insertInto('notification_settings')
          .values({ user_id: userId, time_zone: ZONE, quiet_from: QUIET.from, quiet_until: QUIET.until, most_a_day: mostADay })
          .execute();
        const came: { mail: Mail; at: Date }[] = [];
        const look = (fate: Fate) => lookOnce(fate, (mail) => came.push({ mail, at: context.clock() }));
        const expired = new Set<number>();
        for (const each of steps) {
          if (each.do === 'announce')
            await announce(context, { userId, alertId, threadId: threads[each.deal]!, frequency: each.frequency });
          if (each.do === 'expire') {
            expired.add(each.deal);
            await context.db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', threads[each.deal]!).execute();
          }
          if (each.do === 'pass') context.at.pass(each.minutes * MINUTE);
          if (each.do === 'restart') await settleOrphanedDeliveries(context);
          if (each.do === 'look') await look(each.fate);
          const told = came.map(({ mail }) => mail.text).join('\n');
          // What expired before it came does not come afterwards.
          for (const gone of expired) if (!told.includes(pathOf(gone))) late.add(gone);
        }
        // Two weeks of a server that works end everything.
        for (let hours = 0; hours < 16 * 24; hours += 6) {
          context.at.pass(DAY / 4);
          await look('taken');
        }
        const said = came.map(({ mail }) => mail.text).join('\n');
        for (const index of threads.keys()) expect(said.split(pathOf(index)).length - 1).toBeLessThanOrEqual(1);
        for (const gone of late) expect(said).not.toContain(pathOf(gone));
        const days = came.map(({ at }) => localOf(at));
        for (const { hour } of days) expect(hour >= QUIET.from || hour < QUIET.until).toBe(false);
        for (const group of Map.groupBy(days, ({ day }) => day).values()) expect(group.length).toBeLessThanOrEqual(mostADay);
        const states = await context.db.selectFrom('deliveries').select('state').distinct().where('user_id', '=', userId).execute();
        expect(['sent', 'skipped']).toEqual(expect.arrayContaining(states.map(({ state }) => state)));
        expect(await context.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
      }),
      { numRuns: 30 },
    );
  }, 120_000);

  const late = new Set<number>();
  const pathOf = (index: number) => `/f/${threads[index]!}-`;

  async function forget(): Promise<void> {
    late.clear();
    await context.db.deleteFrom('outbox').execute();
    await context.db.deleteFrom('notifications').execute();
    await context.db.updateTable('deals').set({ status: 'live' }).where('thread_id', 'in', threads).execute();
  }

  /** A look at what is due, by a process that may be killed on the way. */
  async function lookOnce(fate: Fate, arrive: (mail: Mail) => void): Promise<void> {
    while ((await deliverDue(context, SENDERS)) > 0);
    const killed = Promise.withResolvers<number>();
    const send = async (mail: Mail) => {
      if (fate === 'refused for now') throw new Error('451 later');
      if (fate !== 'killed before') arrive(mail);
      if (fate === 'taken, and no answer') throw new OutcomeUnknown('the connection broke');
      if (!fate.startsWith('killed')) return;
      killed.resolve(0);
      await new Promise<never>(() => undefined);
    };
    const lane = { atOnce: 1, settle: settleMails(context, notificationMails) };
    const transport = { send, close: () => undefined };
    while (
      (await Promise.race([sendDue(context, composeMails(context, notificationMails), transport, undefined, lane), killed.promise])) > 0
    );
  }

  test('an address that is refused gets one try', async () => {
    const { userId } = await givenMember(context);
    const alertId = await givenAlert(context, userId);
    let tries = 0;
    const refuse = async () => {
      tries++;
      throw new AddressRefused('550 5.1.1 no such user');
    };
    for (const threadId of threads.slice(0, 3)) {
      await announce(context, { userId, alertId, threadId });
      while ((await deliverDue(context, SENDERS)) > 0);
      await sendDue(context, composeMails(context, notificationMails), { send: refuse, close: () => undefined }, undefined, {
        settle: settleMails(context, notificationMails),
      });
    }
    expect(tries).toBe(1);
  });
});
