import { expect, test } from 'vitest';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { consumeFlash } from '../../../src/features/session/flash.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { DAY, verifiedMember, newMember } from '../../support/accounts.ts';
import { alertCall, alertsIn, alertsSite, GUEST, newAlert, saveDeals } from '../../support/alerts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('the call of deal alerts', (open) => {
  test('reads words, filters and prices into one criteria id, whatever their order and spelling', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const forms: Record<string, string | string[]>[] = [
      { q: 'NVMe  SSD under $60', 'filters[store][]': ['newmart', '2'] },
      { q: 'nvme ssd', 'filters[store][]': ['2', '1', '1'], maxprice: '$60.00' },
      { q: 'nvme ssd', 'filters[store][]': ['oldmart', 'newmart'], maxprice: '60,00' },
      { q: 'nvme ssd over 20 dollars', 'filters[store][]': ['1', '2'], maxprice: '60' },
    ];
    const ids = await Promise.all(forms.map(async (form) => (await alertCall(ada, { do: 'do-add', dedupe: '1', ...form }))['criteriaId']));
    expect(new Set(ids)).toEqual(new Set(['store=1,2;max=6000;q=nvme ssd']));
    expect(await alertsIn(context)).toHaveLength(1);
    expect(await alertCall(ada, { do: 'addByCriteriaId', criteriaId: String(ids[0]), maxprice: '50' })).toMatchObject({
      criteriaId: 'store=1,2;max=5000;q=nvme ssd',
    });
    const discounts: Record<string, string>[] = [
      { q: 'ssd at least 30% off' },
      { q: 'ssd', minpercent: '30' },
      { q: 'ssd 20% off', minpercent: '30' },
    ];
    for (const form of discounts)
      expect(await alertCall(ada, { do: 'do-add', dedupe: '1', ...form })).toMatchObject({ criteriaId: 'percent=30;q=ssd' });
  });

  test('says that an alert of the same criteria was there, which keeps what was not sent and looks on', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const forum = await context.db.selectFrom('forums').select('id').orderBy('id').executeTakeFirstOrThrow();
    const chosen = { title: 'Drives for me', votelevel: '10', frequency: 'weekly', notification: 'feed', targetforums: String(forum.id) };
    const alertid = await newAlert(ada, { q: 'ssd', source: 'search', newlow: '1', ...chosen });
    await alertCall(ada, { do: 'pause', alertid: String(alertid) });
    expect(await alertCall(ada, { do: 'do-add', q: 'ssd', dedupe: '1' })).toEqual({
      ...{ success: true, alertid, criteriaId: 'q=ssd' },
      changed: { title: 'Drives for me' },
    });
    const kept = { title: 'Drives for me', source: 'search', vote_level: 10, frequency: 'weekly', channels: ['feed'], new_low: true };
    expect(await alertsIn(context)).toMatchObject([{ ...kept, forums: [forum.id], paused_at: null }]);
    const plain = {
      do: 'do-add',
      q: 'ssd',
      dedupe: '1',
      frequency: 'daily',
      title: 'Disks',
      votelevel: '0',
      newlow: '0',
      targetforums: '',
    };
    await ada.browser.callAsMember(alertsForm, { form: plain, plain: true });
    expect(ada.browser.jar.get('flash')).toContain('You already had an alert for this, “Disks”.');
    const sent = { title: 'Disks', vote_level: 0, frequency: 'daily', channels: ['feed'], new_low: false, forums: [] };
    expect(await alertsIn(context)).toMatchObject([sent]);
  });

  test('adds by a store, a brand, a category, and a deal', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    await saveDeals(context, { sourceId: 'd1', title: 'Kingsway 2TB SSD', brand: 'kingsway' });
    const { thread_id: id } = await context.db.selectFrom('deals').select('thread_id').executeTakeFirstOrThrow();
    const add = async (intagid: string) => (await alertCall(ada, { do: 'do-add-widget', intagid }))['criteriaId'];
    expect([await add('store-1'), await add('brand-2'), await add('category-3'), await add(`deal-${id}`)]).toEqual([
      'store=1',
      'brand=2',
      'category=3',
      'brand=1;category=3',
    ]);
    // The id of a deal that was merged stands for the one that has what it had.
    await saveDeals(context, { sourceId: 'd2', title: 'The same SSD', brand: 'corsa', category: 'garden' });
    const { thread_id: merged } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('source_id', '=', 'd2')
      .executeTakeFirstOrThrow();
    await mergeDeals(context, String(merged), String(id));
    expect(await add(`deal-${merged}`)).toBe('brand=1;category=3');
    expect(await alertCall(ada, { do: 'preview', q: 'ssd', threadid: String(merged) })).toMatchObject({
      why: { threadId: merged, title: 'Kingsway 2TB SSD', matches: true },
    });
    expect(await alertCall(ada, { do: 'do-add-widget', intagid: 'deal-999999' })).toEqual({
      success: false,
      message: 'There is no such deal.',
    });
    expect((await alertsIn(context)).map(({ title }) => title)).toEqual([
      ...['Deals at Newmart', 'Corsa', 'Drives', 'Kingsway Drives', 'Kingsway Drives'],
    ]);
  });

  test('takes the ids of pages and answers for ids, also where another store, brand or forum is called like one', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const [first, second] = await context.db.selectFrom('brands').select('id').orderBy('id').execute();
    await context.db
      .updateTable('brands')
      .set({ slug: String(second!.id) })
      .where('id', '=', first!.id)
      .execute();
    await context.db.updateTable('forums').set({ slug: '999' }).where('slug', '=', 'freebies').execute();
    expect(await alertCall(ada, { do: 'do-add-widget', intagid: `brand-${second!.id}` })).toMatchObject({
      criteriaId: `brand=${second!.id}`,
    });
    expect(await alertCall(ada, { do: 'preview', 'filters[brand][]': String(second!.id) })).toMatchObject({ title: 'Corsa' });
    expect(await alertCall(ada, { do: 'do-add', q: 'ssd', targetforums: '999' })).toEqual({
      success: false,
      message: 'There is no forum “999”.',
    });
    expect(await alertCall(ada, { do: 'addByCriteriaId', criteriaId: 'forum=999' })).toEqual({
      success: false,
      message: 'There is no forum “999”.',
    });
  });

  test.each([
    [{}, 'Say what to look for: words, a store, a brand, a category, a forum or a price.'],
    [{ q: '!!!' }, 'Say what to look for: words, a store, a brand, a category, a forum or a price.'],
    [{ q: 'ssd', frequency: 'now' }, 'frequency must be one of instant, hourly, daily, weekly.'],
    [{ q: 'ssd', notification: 'email,pigeon' }, 'notification must be some of email, push, feed, with commas between.'],
    [{ q: 'ssd', notification: '' }, 'Choose how we notify you.'],
    [{ q: 'ssd', notification: ['', ''] }, 'Choose how we notify you.'],
    [{ q: 'ssd', maxprice: 'cheap' }, 'maxprice must be a price, such as 49.'],
    [{ q: 'ssd', minprice: '20', maxprice: '10' }, 'minprice must not be more than maxprice.'],
    [{ q: 'ssd', votelevel: '-1' }, 'votelevel must be a whole number from 0 to 1000000.'],
    [{ q: 'ssd', targetforums: 'all' }, 'targetforums must be ids of forums, with commas between.'],
    [{ q: 'ssd', targetforums: '2147483648' }, 'targetforums must be ids of forums, with commas between.'],
    [{ q: 'ssd', targetforums: '1,999' }, 'There is no forum “999”.'],
    [{ q: 'ssd', coupon: 'yes' }, 'coupon must be 1 or 0.'],
    [{ do: 'preview', q: 'ssd', targetforums: '2147483648' }, 'targetforums must be ids of forums, with commas between.'],
    [{ do: 'addByCriteriaId', criteriaId: 'store=2147483648' }, 'criteriaId must be one that a page or an answer of this site named.'],
    [{ do: 'addByCriteriaId', criteriaId: 'store=1,999' }, 'There is no store “999”.'],
    [{ do: 'preview', criteriaId: 'store=2147483648' }, 'criteriaId must be one that a page or an answer of this site named.'],
    [{ q: 'ssd', 'filters[store][]': 'nowhere' }, 'There is no store “nowhere”.'],
    [{ q: 'x'.repeat(201) }, 'q can have 200 characters at most.'],
    [{ do: 'addByCriteriaId', criteriaId: 'store=2;store=1' }, 'criteriaId must be one that a page or an answer of this site named.'],
    [{ do: 'do-add-widget', intagid: 'shop-1' }, 'intagid must be store-, brand- or category- and an id, or deal- and the id of a deal.'],
  ])('refuses %j', async (form, message) => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    expect(await alertCall(ada, { do: 'do-add', ...form })).toEqual({ success: false, message });
    expect(await alertsIn(context)).toEqual([]);
  });

  test('offers no alert to who has not verified the address, and says so', async () => {
    const context = await alertsSite(open);
    const eve = await newMember(context);
    expect(await alertCall(eve, { do: 'do-add', q: 'ssd' })).toEqual({ unconfirmed: true, criteriaId: 'q=ssd' });
    expect(await alertsIn(context)).toEqual([]);
  });

  test('changes what is sent alone, and only one’s own', async () => {
    const context = await alertsSite(open);
    const [ada, ben] = [await verifiedMember(context), await verifiedMember(context)];
    const id = String(await newAlert(ada, { q: 'ssd', maxprice: '60', votelevel: '5', frequency: 'weekly' }));
    expect(await alertCall(ben, { do: 'update', alertid: id, votelevel: '0' })).toMatchObject({ success: false });
    expect(await alertCall(ada, { do: 'update', alertid: id, targetforums: '999' })).toEqual({
      success: false,
      message: 'There is no forum “999”.',
    });
    expect(await alertCall(ada, { do: 'update', alertid: id, votelevel: '0', notification: '' })).toEqual({
      success: false,
      message: 'Choose how we notify you.',
    });
    expect(await alertCall(ada, { do: 'update', alertid: id, maxprice: '', notification: 'feed,email' })).toEqual({ success: true });
    expect(await alertsIn(context)).toMatchObject([
      { criteria_id: 'q=ssd', title: 'ssd', vote_level: 5, frequency: 'weekly', channels: ['feed', 'email'] },
    ]);
    for (const action of ['pause', 'resume', 'delete'])
      expect(await alertCall(ben, { do: action, alertid: id })).toMatchObject({ success: false });
    expect(await alertCall(ada, { do: 'deleteall' })).toEqual({ success: true });
    expect(await context.db.selectFrom('criteria').selectAll().execute()).toEqual([]);
  });

  test('keeps the last thing that an alert looks for: without it every deal would come', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const id = String(await newAlert(ada, { maxprice: '60', minpercent: '20' }));
    expect(await alertCall(ada, { do: 'update', alertid: id, minpercent: '' })).toEqual({ success: true });
    expect(await alertCall(ada, { do: 'update', alertid: id, maxprice: '', frequency: 'daily' })).toEqual({
      success: false,
      message: 'Say what to look for: words, a store, a brand, a category, a forum or a price.',
    });
    expect(await alertsIn(context)).toMatchObject([{ criteria_id: 'max=6000', frequency: 'instant' }]);
  });

  test('keeps nothing of an alert beyond the 500 that a member may have', async () => {
    const context = await alertsSite(open);
    const ada = await verifiedMember(context);
    const id = await newAlert(ada, { q: 'ssd' });
    const { alert_id: _, ...alert } = await context.db
      .selectFrom('alerts')
      .selectAll()
      .where('alert_id', '=', id)
      .executeTakeFirstOrThrow();
    await context.db
      .insertInto('alerts')
      .values(Array.from({ length: 499 }, () => alert))
      .execute();
    const message = 'You have 500 deal alerts, which is the limit. Please delete one first.';
    for (const q of ['hdd', 'ssd']) expect(await alertCall(ada, { do: 'do-add', q })).toEqual({ success: false, message });
    expect(await context.db.selectFrom('criteria').select('criteria_id').execute()).toEqual([{ criteria_id: 'q=ssd' }]);
  });

  test('says what became of alerts', async () => {
    const ada = await verifiedMember(await alertsSite(open));
    const [ssd] = [await newAlert(ada, { q: 'ssd' }), await newAlert(ada, { q: 'hdd' }), await newAlert(ada, { q: 'tape' })];
    const noticeOf = async (action: string) => {
      await ada.browser.callAsMember(alertsForm, { form: { do: action, alertid: String(ssd) }, plain: true });
      return consumeFlash({ cookies: ada.browser.cookies() })?.message;
    };
    expect([await noticeOf('pause'), await noticeOf('resume'), await noticeOf('pauseall'), await noticeOf('resumeall')]).toEqual([
      ...['Deal alert paused.', 'Deal alert resumed.', '3 deal alerts paused.', '3 deal alerts resumed.'],
    ]);
    expect([await noticeOf('delete'), await noticeOf('deleteall')]).toEqual(['Deal alert deleted.', '2 deal alerts deleted.']);
  });

  test('shows in a dry run what would have come in 30 days, and why a deal would or would not', async () => {
    const context = await alertsSite(open);
    const old = new Date(context.clock().getTime() - 40 * DAY).toISOString();
    await saveDeals(
      context,
      { sourceId: 'd1', title: 'Kingsway SSD', price: '50.00' },
      { sourceId: 'd2', title: 'Corsa SSD', price: '70.00' },
      { sourceId: 'd3', title: 'Old SSD', price: '40.00', postedAt: old },
    );
    const { thread_id: dear } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('source_id', '=', 'd2')
      .executeTakeFirstOrThrow();
    const guest = new Caller(context);
    const { answer } = await guest.call(alertsForm, {
      form: { ...GUEST, do: 'preview', q: 'ssd', maxprice: '60', 'filters[category][]': 'computers', threadid: String(dear) },
    });
    expect(answer).toMatchObject({
      title: 'ssd in Computers up to $60',
      perWeek: 0.2,
      total: 1,
      deals: [{ title: 'Kingsway SSD' }],
      why: {
        matches: false,
        conditions: [
          { condition: 'has not expired', met: true },
          { condition: 'has the words “ssd”', met: true },
          { condition: 'is in Computers', met: true },
          { condition: 'costs $60.00 or less ($70.00)', met: false },
        ],
      },
    });
    // A word that names a category means what is below it, too.
    const named = await guest.call(alertsForm, { form: { ...GUEST, do: 'preview', q: 'storage' } });
    expect(named.answer).toMatchObject({ total: 2 });
  });
});
