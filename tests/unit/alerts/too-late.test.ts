import { beforeEach, expect, test } from 'vitest';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertsSite, announcedTo, newAlert, saveDeals } from '../../support/alerts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { delivered, logOf } from '../../support/deliveries.ts';

const DRIVE = { sourceId: 'd1', title: 'Kingsway 2TB NVMe SSD', price: '80.00' };

eachDatabase('a deal that is over before a member is sent anything of it', (open) => {
  let context: Context;
  let ada: Awaited<ReturnType<typeof verifiedMember>>;

  beforeEach(async () => {
    context = await alertsSite(open);
    ada = await verifiedMember(context);
  });

  const become = (status: 'live' | 'expired') => context.db.updateTable('deals').set({ status }).execute();
  const subjects = async () => (await delivered(context)).map(({ subject }) => subject).filter((subject) => subject.includes('SSD'));
  /** Has it come, and go before the mail is written. */
  async function missed() {
    expect(await saveDeals(context, DRIVE)).toBe(1);
    await become('expired');
    expect([await subjects(), await logOf(context)]).toEqual([[], ['skipped: expired']]);
  }

  test('is told once it is revived, once', async () => {
    await newAlert(ada, { q: 'ssd' });
    await missed();
    await become('live');
    expect(await matchDue(context)).toBe(1);
    expect(await subjects()).toEqual(['$80.00: Kingsway 2TB NVMe SSD']);
    for (const status of ['expired', 'live'] as const) await become(status);
    expect(await matchDue(context)).toBe(0);
    expect([await announcedTo(context, ada), await logOf(context)]).toEqual([[['Kingsway 2TB NVMe SSD', 8000]], ['sent']]);
  });

  test('is told as often as it comes back, until it stays long enough', async () => {
    await newAlert(ada, { q: 'ssd' });
    await missed();
    await become('live');
    expect(await matchDue(context)).toBe(1);
    await become('expired');
    expect(await subjects()).toEqual([]);
    await become('live');
    expect(await matchDue(context)).toBe(1);
    expect(await subjects()).toHaveLength(1);
  });

  test('is told at the price that it comes back with, be it higher', async () => {
    await newAlert(ada, { q: 'ssd' });
    await missed();
    await context.db.updateTable('deals').set({ status: 'live', price_cents: 8500 }).execute();
    expect(await matchDue(context)).toBe(1);
    expect(await subjects()).toEqual(['$85.00: Kingsway 2TB NVMe SSD']);
    expect(await announcedTo(context, ada)).toEqual([['Kingsway 2TB NVMe SSD', 8500]]);
  });

  test('is told once its price is within the limits again', async () => {
    await newAlert(ada, { q: 'ssd under $90' });
    expect(await saveDeals(context, DRIVE)).toBe(1);
    await saveDeals(context, { ...DRIVE, price: '95.00' });
    expect([await subjects(), await logOf(context)]).toEqual([[], ['skipped: its price is outside your limits now']]);
    expect(await saveDeals(context, DRIVE)).toBe(1);
    expect(await subjects()).toEqual(['$80.00: Kingsway 2TB NVMe SSD']);
  });

  test('is told of neither price that came too late, and of the next one', async () => {
    await newAlert(ada, { q: 'ssd' });
    expect(await saveDeals(context, DRIVE)).toBe(1);
    expect(await saveDeals(context, { ...DRIVE, price: '70.00' })).toBe(1);
    await become('expired');
    expect([await subjects(), await logOf(context)]).toEqual([[], ['skipped: expired', 'skipped: expired']]);
    await context.db.updateTable('deals').set({ status: 'live', price_cents: 8000 }).execute();
    expect(await matchDue(context)).toBe(1);
    expect(await subjects()).toEqual(['$80.00: Kingsway 2TB NVMe SSD']);
    expect(await announcedTo(context, ada)).toEqual([['Kingsway 2TB NVMe SSD', 8000]]);
  });

  test.each([
    ['went out by another channel', { state: 'sent', reason: null }],
    ['may have gone out before the backup that was restored', { state: 'skipped', reason: 'the site was restored from a backup' }],
    ['was skipped because of the member', { state: 'skipped', reason: 'suspended' }],
  ] as const)('is not told again where it %s', async (_what, values) => {
    await newAlert(ada, { q: 'ssd', notification: 'email,push' });
    expect(await saveDeals(context, DRIVE)).toBe(1);
    await context.db.updateTable('deliveries').set(values).where('channel', '=', 'push').execute();
    await become('expired');
    expect(await subjects()).toEqual([]);
    await become('live');
    expect(await matchDue(context)).toBe(0);
  });
});
