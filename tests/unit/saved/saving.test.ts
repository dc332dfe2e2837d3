import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { savedData, loadSaved } from '../../../src/features/saved/list.server.ts';
import { savedActions } from '../../../src/features/saved/actions.server.ts';
import { saveForm } from '../../../src/features/saved/save.server.ts';
import { newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { actOnSaved, dealsToSave, ownSavedOf, save, savedBy } from '../../support/saved.ts';

onDatabase('a deal', (open) => {
  test('is saved and taken off again by members alone, each time as often as they like', async () => {
    const { context, threads } = await dealsToSave(open);
    const [ada, bob] = [await newMember(context), await newMember(context)];
    const [first, second] = threads as [number, number];
    for (const _ of [1, 2]) expect(await save(ada.browser, first)).toEqual({ threadid: first, saved: true });
    await save(ada.browser, second);
    expect(await ownSavedOf(ada.browser, threads)).toEqual({ saved: [first, second] });
    expect([await ownSavedOf(bob.browser, threads), await ownSavedOf(new Caller(context), threads)]).toEqual([
      { saved: [] },
      { saved: [] },
    ]);
    for (const _ of [1, 2]) expect(await save(ada.browser, first, false)).toEqual({ threadid: first, saved: false });
    expect(await ownSavedOf(ada.browser, threads)).toEqual({ saved: [second] });
    expect(await save(ada.browser, 999_999)).toEqual({ error: 'This deal no longer exists.' });
    const guest = new Caller(context);
    const form = { threadid: String(first), saved: '1', securitytoken: 'guest' };
    expect((await guest.call(saveForm, { form })).answer).toEqual({ error: 'dologin' });
  });

  test('is saved no more when the list is full, and one that is saved is said to be, also when its form is sent again', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await newMember(context);
    const [first, second] = threads as [number, number];
    await context.db.transaction().execute(async (transaction) => {
      // Deals of the others need not be there.
      await sql`set local session_replication_role = replica`.execute(transaction);
      await sql`insert into saved_deals (user_id, thread_id, saved_at, knows_expired)
        select ${userId}, 900000 + n, now(), false from generate_series(1, 1999) as n`.execute(transaction);
    });
    for (const _ of [1, 2]) expect(await save(browser, first)).toEqual({ threadid: first, saved: true });
    expect(await save(browser, second)).toEqual({ error: 'Your list of saved deals is full. Please remove some first.' });
    expect(await ownSavedOf(browser, threads)).toEqual({ saved: [first] });
    expect(await save(browser, 999_999)).toEqual({ error: 'This deal no longer exists.' });
  });

  test('is saved without script by way of the page that asks again, and by a guest after logging in', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await newMember(context);
    const plain = async (form: Record<string, string>, by = browser) =>
      (await by.call(saveForm, { form, plain: true })).headers.get('location');
    const form = { threadid: String(threads[0]), saved: '1' };
    expect(await plain(form, new Caller(context))).toBe(`/account/log-in?url=${encodeURIComponent(`/account/saved?save=${threads[0]}`)}`);
    expect(await plain(form)).toBe(`/account/saved?save=${threads[0]}`);
    expect(await savedBy(context, userId)).toEqual([]);
    const { securitytoken } = await browser.session();
    expect(await plain({ ...form, securitytoken })).toBe('/account/saved');
    expect(await savedBy(context, userId)).toEqual([threads[0]]);
  });

  test('stands in the list that its member put it into, until the list is renamed or deleted', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await verifiedMember(context);
    const [first, second, third] = threads as [number, number, number];
    for (const id of [first, second, third]) {
      context.at.pass(1000);
      await save(browser, id);
    }
    const lists = async () => (await loadSaved(context, userId, new URLSearchParams()))!.lists.map(({ name, count }) => `${name} ${count}`);
    expect(await actOnSaved(browser, { do: 'file', threadid: first, list: '  For   the kitchen ' })).toMatchObject({ success: true });
    await actOnSaved(browser, { do: 'file', threadid: second, list: 'For the kitchen' });
    expect(await lists()).toEqual([' 1', 'For the kitchen 2']);
    expect(await savedBy(context, userId, 'list=For the kitchen')).toEqual([second, first]);
    expect(await savedBy(context, userId, 'list=')).toEqual([third]);
    expect(await savedBy(context, userId, 'list=nothing')).toEqual([third, second, first]);
    await actOnSaved(browser, { do: 'rename-list', list: 'For the kitchen', name: 'Kitchen' });
    expect(await lists()).toEqual([' 1', 'Kitchen 2']);
    await actOnSaved(browser, { do: 'delete-list', list: 'Kitchen' });
    expect(await lists()).toEqual([' 3']);
    const wrongs: Record<string, string | number>[] = [
      { do: 'file', threadid: first, list: 'x'.repeat(41) },
      { do: 'file', threadid: threads[3]!, list: 'x' },
      { do: 'rename-list', list: 'Kitchen', name: 'x' },
      { do: 'rename-list', list: '', name: 'x' },
      { do: 'nothing' },
    ];
    for (const wrong of wrongs) expect(await actOnSaved(browser, wrong)).toHaveProperty('error');
  });

  test('is said to be in a list that there was already where two are made one, and what is no longer there is named', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await verifiedMember(context);
    const [first, second, third] = threads as [number, number, number];
    for (const id of [first, second]) await save(browser, id);
    await actOnSaved(browser, { do: 'file', threadid: first, list: 'Gifts' });
    await actOnSaved(browser, { do: 'file', threadid: second, list: 'Toys' });
    expect(await actOnSaved(browser, { do: 'rename-list', list: 'Toys', name: 'Toys' })).toEqual({
      success: true,
      message: 'The list is now called “Toys”.',
    });
    expect(await actOnSaved(browser, { do: 'rename-list', list: 'Gifts', name: 'Toys' })).toEqual({
      success: true,
      message: 'You had a list “Toys”. Its deals and those of “Gifts” are together now.',
    });
    expect((await savedBy(context, userId, 'list=Toys')).toSorted()).toEqual([first, second]);
    const noList = { error: 'You no longer have this list. It may have been renamed or deleted meanwhile.' };
    expect(await actOnSaved(browser, { do: 'rename-list', list: 'Gifts', name: 'Presents' })).toEqual(noList);
    expect(await actOnSaved(browser, { do: 'delete-list', list: 'Gifts' })).toEqual(noList);
    const notSaved = { error: 'This deal is no longer among your saved deals.' };
    expect(await actOnSaved(browser, { do: 'file', threadid: third, list: 'Toys' })).toEqual(notSaved);
    const named = 'That did not work. A list has a name of up to 40 characters.';
    expect(await actOnSaved(browser, { do: 'rename-list', list: 'Toys', name: ' ' })).toEqual({ error: named });
    const form = { do: 'rename-list', list: 'Toys', name: ' ', url: '/account/saved?list=Toys' };
    const { headers } = await browser.callAsMember(savedActions, { form, plain: true });
    expect(headers.get('location')).toBe('/account/saved?list=Toys');
  });

  test('stands in the order that is asked for, and is removed', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await verifiedMember(context);
    const [first, second, third] = threads as [number, number, number];
    for (const id of [first, second, third]) {
      context.at.pass(1000);
      await save(browser, id);
    }
    const change = (id: number, values: object) => context.db.updateTable('deals').set(values).where('thread_id', '=', id).execute();
    await change(second, { price_cents: 500 });
    await change(first, { expires_at: new Date(context.at.now.getTime() + 60_000) });
    expect(await savedBy(context, userId)).toEqual([third, second, first]);
    expect(await savedBy(context, userId, 'order=price')).toEqual([second, third, first]);
    expect(await savedBy(context, userId, 'order=ends')).toEqual([first, third, second]);
    await actOnSaved(browser, { do: 'remove', threadid: second });
    await change(third, { status: 'scheduled' });
    expect(await savedBy(context, userId)).toEqual([first]);
    expect(await loadSaved(context, userId, new URLSearchParams('page=0'))).toBeUndefined();
  });

  test('is on a page that there is: after the last one of a page the page before it is shown', async () => {
    const { context, threads } = await dealsToSave(open, 26);
    const { browser, userId } = await verifiedMember(context);
    const values = threads
      .slice(0, 25)
      .map((thread_id) => ({ user_id: userId, thread_id, list: 'Mine', saved_at: context.clock(), knows_expired: false }));
    await context.db.insertInto('saved_deals').values(values).execute();
    const page = async (query: string) => (await loadSaved(context, userId, new URLSearchParams(query)))?.deals.length;
    expect([await page('page=2'), await page('page=3'), await page('list=Mine&page=2'), await page('list=Mine&page=3')]).toEqual([
      ...[1, undefined],
      ...[1, undefined],
    ]);
    const after = async (form: Record<string, string>) =>
      (await browser.callAsMember(savedActions, { form, plain: true })).headers.get('location');
    const [first, second] = threads.map(String) as [string, string];
    const ofMine = '/account/saved?list=Mine&order=price&page=2';
    expect(await after({ do: 'remind', threadid: first, remind: '0', url: ofMine })).toBe(ofMine);
    expect(await after({ do: 'file', threadid: first, list: '', url: ofMine })).toBe('/account/saved?list=Mine&order=price');
    expect(await after({ do: 'remind', threadid: first, remind: '0', url: '/account/saved?page=2' })).toBe('/account/saved?page=2');
    expect(await after({ do: 'remove', threadid: second, url: '/account/saved?page=2' })).toBe('/account/saved');
    expect([await page('page=2'), await page('')]).toEqual([undefined, 24]);
  });

  test('that is merged into another one that its member saved, too, takes its list and its reminder along', async () => {
    const { context, threads } = await dealsToSave(open);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    const [first, second] = threads as [number, number];
    const expires_at = new Date(context.at.now.getTime() + 86_400_000);
    await context.db.updateTable('deals').set({ expires_at }).where('thread_id', 'in', [first, second]).execute();
    for (const { browser } of [ada, bob]) {
      for (const id of [first, second]) await save(browser, id);
      await actOnSaved(browser, { do: 'file', threadid: first, list: 'Gifts' });
      await actOnSaved(browser, { do: 'remind', threadid: first, remind: '1' });
    }
    await actOnSaved(bob.browser, { do: 'file', threadid: second, list: 'Toys' });
    await mergeDeals(context, String(first), String(second));
    expect(await savedData(context.db, ada.userId)).toMatchObject([{ thread_id: second, list: 'Gifts', remind: true }]);
    expect(await savedData(context.db, bob.userId)).toMatchObject([{ thread_id: second, list: 'Toys', remind: true }]);
  });

  test('that was merged into another one since its page was opened is saved, and taken off again, as that one', async () => {
    const { context, threads } = await dealsToSave(open);
    const { browser, userId } = await newMember(context);
    const [first, second] = threads as [number, number];
    await mergeDeals(context, String(first), String(second));
    for (const _ of [1, 2]) expect(await save(browser, first)).toEqual({ threadid: first, saved: true });
    expect(await savedBy(context, userId)).toEqual([second]);
    expect(await save(browser, first, false)).toEqual({ threadid: first, saved: false });
    expect(await savedBy(context, userId)).toEqual([]);
  });

  test('that is merged into another one stays saved as that one, and is in the member’s data until the account is gone', async () => {
    const { context, deals, threads } = await dealsToSave(open);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    const [first, second] = threads as [number, number];
    await save(ada.browser, first);
    await actOnSaved(ada.browser, { do: 'file', threadid: first, list: 'Mine' });
    await save(bob.browser, first);
    await save(bob.browser, second);
    await context.db
      .insertInto('announced_prices')
      .values({ user_id: ada.userId, thread_id: first, price_cents: 9_000, announced_at: context.clock() })
      .execute();
    await mergeDeals(context, String(deals[0]!.thread_id), String(deals[1]!.thread_id));
    expect(await savedData(context.db, ada.userId)).toMatchObject([{ thread_id: second, list: 'Mine' }]);
    expect(await savedBy(context, bob.userId)).toEqual([second]);
    const announced = await context.db.selectFrom('announced_prices').select(['user_id', 'thread_id']).execute();
    expect(announced).toEqual([{ user_id: ada.userId, thread_id: second }]);
    await context.db.deleteFrom('members').where('user_id', '=', ada.userId).execute();
    expect(await savedData(context.db, ada.userId)).toEqual([]);
  });
});
