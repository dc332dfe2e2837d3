import { expect, test } from 'vitest';
import { describeNotifications } from '../../../src/features/notifications/describe.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertCall, alertsSite, announcedTo, newAlert, saveDeals } from '../../support/alerts.ts';
import { onDatabase } from '../../support/databases.ts';

const DRIVE = { sourceId: 'd1', title: 'Kingsway NVMe SSD' };

async function words(context: Context): Promise<string[]> {
  const rows = await context.db.selectFrom('notifications').select('id').orderBy('id').execute();
  const described = await describeNotifications(
    context,
    rows.map(({ id }) => id),
  );
  return described.map(({ title }) => title);
}

onDatabase('an alert for deals without one price', (open) => {
  test('tells of them in their words, once for each deal, and again when it gets an amount', async () => {
    const context = await alertsSite(open);
    await newAlert(await verifiedMember(context), { q: 'nvme' });
    expect(await saveDeals(context, { ...DRIVE, price: '30% off' })).toBe(1);
    expect(await words(context)).toEqual(['“Kingsway NVMe SSD”: 30% off']);
    expect(await saveDeals(context, { ...DRIVE, price: '40% off' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: 'BOGO' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '2 for $50' })).toBe(1);
    expect((await words(context))[1]).toBe('“Kingsway NVMe SSD”: 2 for $50');
    expect(await saveDeals(context, { ...DRIVE, price: '24.00' })).toBe(1);
    expect((await words(context)).slice(1)).toEqual(['“Kingsway NVMe SSD” for $25.00', '“Kingsway NVMe SSD” for $24.00']);
  });

  test('has no price that is within limits where there is no amount, nor one of another currency', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'nvme', maxprice: '60' });
    await newAlert(ada, { q: 'nvme', minprice: '10' });
    for (const price of ['50% off', 'BOGO', 'save $5']) expect(await saveDeals(context, { ...DRIVE, price })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, sourceId: 'd2', price: '20.00', currency: 'EUR' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: 'from $55' })).toBe(1);
    expect(await announcedTo(context, ada)).toEqual([[DRIVE.title, 5500]]);
  });

  test('counts the percents that a price says', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'nvme', minpercent: '30' });
    expect(await saveDeals(context, { ...DRIVE, price: '25% off' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, sourceId: 'd2', price: 'up to 50% off' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '35% off' })).toBe(1);
  });

  test('says of a deal what it asks for', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await saveDeals(context, { ...DRIVE, price: '30% off' });
    const { thread_id: threadid } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    const asked = { do: 'preview', q: 'nvme', threadid: String(threadid) };
    expect(await alertCall(ada, asked)).toMatchObject({ total: 1, why: { matches: true } });
    const { why } = (await alertCall(ada, { ...asked, maxprice: '60' })) as { why: { conditions: object[] } };
    expect(why).toMatchObject({ matches: false });
    expect(why.conditions).toContainEqual({ condition: 'costs $60.00 or less (30% off)', met: false });
  });
});
