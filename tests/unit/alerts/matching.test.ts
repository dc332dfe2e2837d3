import { expect, test, vi } from 'vitest';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { expireNamedDeals, reviveNamedDeals } from '../../../src/features/editing/schedule.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, MINUTE, verifiedMember } from '../../support/accounts.ts';
import { alertCall, alertsSite, announcedTo, newAlert, saveDeals } from '../../support/alerts.ts';
import { deal, importRecords } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';

const DRIVE = { sourceId: 'd1', title: 'Kingsway 2TB NVMe SSD', price: '80.00', brand: 'kingsway' };
const vote = ({ db }: Context, title: string, up: number) =>
  db.updateTable('deals').set({ votes_up: up }).where('title', '=', title).execute();

onDatabase('a deal alert', (open) => {
  test('announces a deal that comes, by its words, and nothing else', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'nvme ssd' });
    expect(
      await saveDeals(
        context,
        DRIVE,
        { sourceId: 'd2', title: 'Corsa SATA SSD' },
        { sourceId: 'd3', title: 'Garden hose', category: 'garden' },
      ),
    ).toBe(1);
    expect(await saveDeals(context, { sourceId: 'd4', title: 'Ornament', description: 'Looks well beside an NVMe SSD.' })).toBe(0);
    expect(await announcedTo(context, ada)).toEqual([['Kingsway 2TB NVMe SSD', 8000]]);
  });

  test('finds words of every script, whose marks are not accents', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const titles = ['テレビ 55型', '삼성 냉장고', 'Чайник', 'Cafeteira de café', 'น้ำผึ้ง'];
    for (const q of ['テレビ', '냉장고', 'чайник', 'cafe', 'น้ำผึ้ง']) await newAlert(ada, { q });
    expect(await saveDeals(context, ...titles.map((title, at) => ({ sourceId: `d${at}`, title })))).toBe(titles.length);
    expect(new Set((await announcedTo(context, ada)).map(([title]) => title))).toEqual(new Set(titles));
  });

  test('is looked for without a transaction until a deal is due', async () => {
    const context = await alertsSite(open);
    const begun = vi.spyOn(context.db, 'transaction');
    await matchDue(context);
    expect(begun).not.toHaveBeenCalled();
    begun.mockRestore();
  });

  test('keeps to its highest price, also when the price falls later', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd under $60' });
    await newAlert(ada, { q: 'nvme', maxprice: '$55' });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '60.01' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '60.00' })).toBe(1);
    expect(await saveDeals(context, { ...DRIVE, price: '54.00' })).toBe(1);
    expect(await announcedTo(context, ada)).toEqual([
      ['Kingsway 2TB NVMe SSD', 6000],
      ['Kingsway 2TB NVMe SSD', 5400],
    ]);
  });

  test('keeps to its least price, which a deal may also rise to', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd', minprice: '$70' });
    expect(await saveDeals(context, { ...DRIVE, price: '60.00' })).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '75.00' })).toBe(1);
    expect(await saveDeals(context, { ...DRIVE, price: '80.00' })).toBe(0);
  });

  test('tells a member of a deal once at a price, over all alerts and imports, however the price goes up and down', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    for (const q of ['ssd', 'nvme', 'kingsway']) await newAlert(ada, { q });
    for (const price of ['80.00', '80.00', '95.00', '80.00', '85.00']) await saveDeals(context, { ...DRIVE, price });
    expect(await announcedTo(context, ada)).toEqual([['Kingsway 2TB NVMe SSD', 8000]]);
  });

  test('of a category announces what is below it, also in a category that is new there', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { 'filters[category][]': 'computers' });
    expect(await saveDeals(context, DRIVE)).toBe(1);
    await context.db
      .insertInto('categories')
      .values({
        slug: 'tapes',
        name: 'Tapes',
        position: 9,
        kind: null,
        parent_id: (await context.db.selectFrom('categories').select('id').where('slug', '=', 'storage').executeTakeFirstOrThrow()).id,
      })
      .execute();
    expect(
      await saveDeals(
        context,
        { sourceId: 'd2', title: 'LTO cartridge', category: 'tapes' },
        { sourceId: 'd3', title: 'Hose', category: 'garden' },
      ),
    ).toBe(1);
    expect((await announcedTo(context, ada)).map(([title]) => title)).toEqual(['Kingsway 2TB NVMe SSD', 'LTO cartridge']);
  });

  test('is for what happens from then on, but a deal that was there is announced when its price falls', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await saveDeals(context, DRIVE);
    await newAlert(ada, { q: 'ssd' });
    expect(await matchDue(context)).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, price: '70.00' })).toBe(1);
  });

  test('waits for as many votes as it asks for', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd', votelevel: '10' });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    await vote(context, DRIVE.title, 9);
    expect(await matchDue(context)).toBe(0);
    await vote(context, DRIVE.title, 10);
    expect(await matchDue(context)).toBe(1);
    await vote(context, DRIVE.title, 11);
    expect(await matchDue(context)).toBe(0);
  });

  test('does not count votes before they show', async () => {
    const context = await alertsSite(open, { SCORE_HIDDEN_MINUTES: '10' });
    const ada = await verifiedMember(context);
    // What happened before an alert was made does not count, and this clock stands still in the past.
    await newAlert(ada, { q: 'ssd', votelevel: '10' });
    await context.db
      .updateTable('alerts')
      .set({ since: new Date(0) })
      .execute();
    await saveDeals(context, DRIVE);
    await vote(context, DRIVE.title, 50);
    expect(await matchDue(context)).toBe(0);
    context.at.pass(11 * MINUTE);
    expect(await matchDue(context)).toBe(1);
    expect(await matchDue(context)).toBe(0);
  });

  test('announces a deal that is revived, once an alert that was made meanwhile wants it', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    await newAlert(ada, { q: 'ssd' });
    await saveDeals(context, DRIVE);
    const { thread_id: id } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    await expireNamedDeals(context, [String(id)]);
    await newAlert(ben, { q: 'ssd' });
    expect(await matchDue(context)).toBe(0);
    await reviveNamedDeals(context, [String(id)]);
    expect(await matchDue(context)).toBe(1);
    expect(await announcedTo(context, ben)).toHaveLength(1);
    expect(await announcedTo(context, ada)).toHaveLength(1);
  });

  test('goes by the title that a revived deal has, which was changed while it was expired', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    await newAlert(ada, { q: 'garden hose' });
    await saveDeals(context, DRIVE);
    await newAlert(ben, { q: 'ssd' });
    await context.db.updateTable('deals').set({ status: 'expired' }).execute();
    await context.db.updateTable('deals').set({ title: 'Garden hose' }).execute();
    await context.db.updateTable('deals').set({ status: 'live' }).execute();
    expect(await matchDue(context)).toBe(1);
    expect(await announcedTo(context, ada)).toEqual([['Garden hose', 8000]]);
    expect(await announcedTo(context, ben)).toEqual([]);
  });

  test('announces nothing that is not on the site yet, and all of it when it starts', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd' });
    expect(await saveDeals(context, { ...DRIVE, startsAt: new Date(context.clock().getTime() + DAY).toISOString() })).toBe(0);
    await context.db.updateTable('deals').set({ status: 'live' }).execute();
    expect(await matchDue(context)).toBe(1);
  });

  test('only at a new low needs a price that the deal never had', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd', newlow: '1' });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    context.at.pass(DAY);
    expect(await saveDeals(context, { ...DRIVE, price: '90.00' })).toBe(0);
    context.at.pass(DAY);
    expect(await saveDeals(context, { ...DRIVE, price: '85.00' })).toBe(0);
    context.at.pass(DAY);
    expect(await saveDeals(context, { ...DRIVE, price: '79.00' })).toBe(1);
  });

  test.each([
    ['America/Los_Angeles', '2026-11-22T02:00:00Z', 'is the change itself, where it is tomorrow in UTC', 1],
    ['Pacific/Apia', '2026-11-21T20:00:00Z', 'was yesterday, where it is yesterday in UTC, too', 0],
  ])('only at a new low in %s at %s knows that a price of 21 November %s', async (timeZone, at, _what, told) => {
    const context = await alertsSite(open, { SITE_TIMEZONE: timeZone });
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd', newlow: '1' });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    const cheaper = { store: 'newmart', category: 'drives', forum: 'hot-deals', ...DRIVE, price: '79.00' };
    await importRecords(context, [deal({ ...cheaper, prices: [['2026-11-21', '79.00']] })]);
    // Alerts and changes are noted by the database's clock.
    await context.db
      .updateTable('alerts')
      .set({ since: new Date(0) })
      .execute();
    await context.db
      .updateTable('alert_due')
      .set({ noted_at: new Date(at) })
      .execute();
    expect(await matchDue(context)).toBe(told);
  });

  test('follows a title that an editor changes', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'gen5 ssd' });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, title: 'Kingsway Gen5 2TB NVMe SSD' })).toBe(1);
  });

  test('that is paused, deleted, or of a suspended member announces nothing', async () => {
    const context = await alertsSite(open);
    const [ada, ben, eve] = [await verifiedMember(context), await verifiedMember(context), await verifiedMember(context)];
    const [paused, deleted] = [await newAlert(ada, { q: 'ssd' }), await newAlert(ben, { q: 'ssd' })];
    await newAlert(eve, { q: 'ssd' });
    expect(await alertCall(ada, { do: 'pause', alertid: String(paused) })).toEqual({ success: true });
    expect(await alertCall(ben, { do: 'delete', alertid: String(deleted) })).toEqual({ success: true });
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', eve.userId).execute();
    expect(await saveDeals(context, DRIVE)).toBe(0);
    expect(await alertCall(ada, { do: 'resume', alertid: String(paused) })).toEqual({ success: true });
    expect(await saveDeals(context, { ...DRIVE, price: '70.00' })).toBe(1);
  });

  test('in forums of one’s own keeps to them', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const forums = await context.db.selectFrom('forums').select(['id', 'slug']).execute();
    await newAlert(ada, { q: 'ssd', targetforums: String(forums.find(({ slug }) => slug === 'freebies')!.id) });
    expect(await saveDeals(context, DRIVE)).toBe(0);
    expect(await saveDeals(context, { ...DRIVE, sourceId: 'd9', forum: 'freebies' })).toBe(1);
  });

  test('of two servers at once is announced once', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await newAlert(ada, { q: 'ssd' });
    await newAlert(ada, { q: 'nvme' });
    await context.db.deleteFrom('alert_due').execute();
    await saveDeals(
      context,
      ...Array.from({ length: 5 }, (_, index) => ({ ...DRIVE, sourceId: `d${index}`, title: `${DRIVE.title} ${index}` })),
    );
    await context.db.deleteFrom('announced_prices').execute();
    await context.db.deleteFrom('notifications').execute();
    await context.db
      .updateTable('deals')
      .set((eb) => ({ price_cents: eb('price_cents', '-', 100) }))
      .execute();
    const told = await Promise.all(Array.from({ length: 4 }, () => matchDue(context)));
    expect(told.reduce((sum, each) => sum + each, 0)).toBe(5);
    expect(await announcedTo(context, ada)).toHaveLength(5);
  });
});
