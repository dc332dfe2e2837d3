import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { hideCall } from '../../../src/features/hidden-deals/contracts/hide.ts';
import { hiddenDeals, hideForm } from '../../../src/features/hidden-deals/hide.server.ts';
import { newMember } from '../../support/accounts.ts';
import { agreed } from '../../support/agreed.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { dealsToSave } from '../../support/saved.ts';

const hide = async (browser: Caller, hidden: number[], shown: number[] = []): Promise<unknown> =>
  agreed(hideCall, await browser.callAsMember(hideForm, { form: { 'hide[]': hidden.map(String), 'show[]': shown.map(String) } })).answer;

onDatabase('a deal', (open) => {
  test('is hidden and shown again by members alone; the list has the last hidden first, and none of others', async () => {
    const { context, threads } = await dealsToSave(open);
    const [first, second, third] = threads as [number, number, number];
    const [ada, bob] = [await newMember(context), await newMember(context)];
    expect(await hide(ada.browser, [second, first])).toEqual({ hidden: [second, first] });
    context.at.pass(1000);
    expect(await hide(ada.browser, [third, first, 999_999])).toEqual({ hidden: [third, second, first] });
    expect(await hide(ada.browser, [], [second, 999_999])).toEqual({ hidden: [third, first] });
    expect(await hide(ada.browser, [])).toEqual({ hidden: [third, first] });
    expect(await hide(bob.browser, [])).toEqual({ hidden: [] });
    const form = { 'hide[]': [String(first)], securitytoken: 'guest' };
    expect((await new Caller(context).call(hideForm, { form })).answer).toEqual({ error: 'dologin' });
  });

  test('stays hidden when it is merged into another, and is forgotten with the account', async () => {
    const { context, threads } = await dealsToSave(open);
    const [first, second, third] = threads as [number, number, number];
    const [ada, bob] = [await newMember(context), await newMember(context)];
    await hide(ada.browser, [first, second]);
    await hide(bob.browser, [second, third]);
    await mergeDeals(context, String(second), String(first));
    expect(await hide(ada.browser, [])).toEqual({ hidden: [first] });
    expect(await hiddenDeals(context.db, bob.userId)).toMatchObject([{ thread_id: first }, { thread_id: third }]);
    await context.db.deleteFrom('members').where('user_id', '=', bob.userId).execute();
    expect(await context.db.selectFrom('hidden_deals').select('user_id').execute()).toEqual([{ user_id: ada.userId }]);
  });

  test('that was merged into another is hidden and shown again as the other, such as from a page that was open before', async () => {
    const { context, threads } = await dealsToSave(open);
    const [first, second] = threads as [number, number, number];
    const { browser } = await newMember(context);
    await mergeDeals(context, String(second), String(first));
    expect(await hide(browser, [second])).toEqual({ hidden: [first] });
    expect(await hide(browser, [], [second])).toEqual({ hidden: [] });
  });
});
