import { expect, test } from 'vitest';
import { settleFeeds } from '../../../src/features/notifications/settle-deliveries.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, type MovedClock, verifiedMember } from '../../support/accounts.ts';
import { alertCall, alertsSite, newAlert, saveDeals } from '../../support/alerts.ts';
import { delivered, logOf } from '../../support/deliveries.ts';
import { eachDatabase } from '../../support/databases.ts';

type Site = Context & { at: MovedClock };

const DRIVE = { sourceId: 'd1', title: 'Kingsway NVMe SSD', price: '50.00' };
const NO_MATCH = 'skipped: it does not match your alert any more';

const alter = ({ db }: Context, values: { title?: string; votes_up?: number; status?: 'expired' }) =>
  db.updateTable('deals').set(values).execute();

/** The mails of the next day, by their subjects. */
const nextDay = async (context: Site) => {
  context.at.pass(DAY);
  return (await delivered(context)).map(({ subject }) => subject);
};

eachDatabase('a deal that is to be told tomorrow', (open) => {
  const told = async (form: Record<string, string>, prices = ['50.00'], more = {}) => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const alertId = await newAlert(ada, { q: 'ssd', frequency: 'daily', ...form });
    for (const price of prices) await saveDeals(context, { ...DRIVE, ...more, price });
    expect(await delivered(context)).toEqual([]);
    return { context, ada, alertId };
  };

  test.each<[string, Record<string, string>, (context: Site) => Promise<unknown>, string]>([
    ['is called something else', {}, (context) => saveDeals(context, { ...DRIVE, title: 'Kingsway hose' }), NO_MATCH],
    ['is called something else, which no alert has seen yet', {}, (context) => alter(context, { title: 'Kingsway hose' }), NO_MATCH],
    [
      'is from another store',
      { q: '', 'filters[store][]': 'newmart' },
      (context) => saveDeals(context, { ...DRIVE, store: 'oldmart' }),
      NO_MATCH,
    ],
    [
      'is in another forum',
      { targetforums: '1' },
      (context) => saveDeals(context, { ...DRIVE, forum: 'freebies' }),
      'skipped: it is in none of your forums now',
    ],
  ])('is not, once it %s', async (_what, form, happen, reason) => {
    const { context } = await told(form);
    await happen(context);
    expect([await nextDay(context), await logOf(context)]).toEqual([[], [reason]]);
  });

  test('is not, once it has fewer votes than the alert wants', async () => {
    const { context } = await told({ votelevel: '10' }, ['50.00'], { votesUp: 10 });
    await alter(context, { votes_up: 9 });
    expect([await nextDay(context), await logOf(context)]).toEqual([[], ['skipped: it has fewer votes than you want now']]);
  });

  test('is not, once its price is no new low', async () => {
    const { context } = await told({ newlow: '1' }, ['80.00', '60.00']);
    await saveDeals(context, { ...DRIVE, price: '70.00' });
    expect([await nextDay(context), await logOf(context)]).toEqual([[], ['skipped: its price is no new low now']]);
  });

  test('is, at a new low that it kept, with votes and in a forum that it kept, under a new title that fits as well', async () => {
    const { context } = await told({ newlow: '1', votelevel: '10', targetforums: '1' }, ['80.00', '60.00'], { votesUp: 10 });
    await alter(context, { title: 'Kingsway Gen5 SSD' });
    expect([await nextDay(context), await logOf(context)]).toEqual([['$60.00: Kingsway Gen5 SSD'], ['sent']]);
  });

  test('goes by the limits that its alert has by then', async () => {
    const { context, ada, alertId } = await told({});
    await alertCall(ada, { do: 'update', alertid: String(alertId), maxprice: '60' });
    expect([await nextDay(context), await logOf(context)]).toEqual([['$50.00: Kingsway NVMe SSD'], ['sent']]);
  });

  test('comes once, at its last price', async () => {
    const { context } = await told({}, ['50.00', '45.00']);
    expect(await nextDay(context)).toEqual(['$45.00: Kingsway NVMe SSD']);
    expect(await logOf(context)).toEqual(['skipped: told with its next price', 'sent']);
  });

  test('is in the private feed unless it has expired before it came there', async () => {
    const context = await alertsSite(open);
    await newAlert(await verifiedMember(context), { q: 'ssd', notification: 'feed' });
    await saveDeals(context, DRIVE);
    await settleFeeds(context);
    expect(await logOf(context)).toEqual(['sent']);
    await saveDeals(context, { ...DRIVE, sourceId: 'd2' });
    await alter(context, { status: 'expired' });
    await settleFeeds(context);
    expect(await logOf(context)).toEqual(['sent', 'skipped: expired']);
  });
});
