import { expect, test } from 'vitest';
import { ageResults, noteResult, resultsOf } from '../../../src/features/coupon-results/answers.server.ts';
import { resultForm } from '../../../src/features/coupon-results/coupon-result.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, verifiedMember } from '../../support/accounts.ts';
import type { Caller } from '../../support/calls.ts';
import { eachDatabase, type Open } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { watchWrites } from '../../support/watched-writes.ts';

async function site(open: Open) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, 6);
  const [deal, other] = await context.db
    .selectFrom('deals')
    .select('thread_id')
    .where('status', '=', 'live')
    .orderBy('thread_id')
    .execute();
  const id = deal!.thread_id;
  await context.db.updateTable('deals').set({ coupon_code: 'Save20' }).where('thread_id', 'in', [id, other!.thread_id]).execute();
  return { context, id, other: other!.thread_id, member: await establishedMember(context) };
}

/** A member whose account is two weeks old. */
async function establishedMember(context: Context) {
  const member = await verifiedMember(context);
  const since = new Date(context.clock().getTime() - 14 * DAY);
  await context.db.updateTable('accounts').set({ created_at: since }).where('user_id', '=', member.userId).execute();
  return member;
}

const answer = (browser: Caller, about: string, worked: string, code = 'SAVE20') =>
  browser.callAsMember(resultForm, { form: { about, code, worked } });

async function evidenceOn(context: Context, path: string) {
  const load = (address: string) => loadPage(context, address, new URLSearchParams());
  const found = await load(path);
  const loaded = found.status === 301 ? await load(found.location) : found;
  if (loaded.status !== 200) throw new Error(`${path} has no page`);
  return (loaded.page.pageData as { couponEvidence?: { worked: number; total: number } | null }).couponEvidence;
}

eachDatabase('whether a coupon worked', (open) => {
  test('is shown on the page, and a later answer takes the place of the former', async () => {
    const { context, id, member } = await site(open);
    expect(await evidenceOn(context, `/f/${id}`)).toBeNull();
    expect((await answer(member.browser, `DEAL-${id}`, '1', ' save20 ')).answer).toMatchObject({ worked: true, counts: true });
    expect(await evidenceOn(context, `/f/${id}`)).toMatchObject({ worked: 1, total: 1 });
    expect((await answer(member.browser, `DEAL-${id}`, '0')).answer).toMatchObject({
      evidence: { worked: 0, total: 1, lastWorkedAt: null },
    });
    expect(await evidenceOn(context, `/f/${id}`)).toMatchObject({ worked: 0, total: 1 });
    expect(await resultsOf(context.db, member.userId)).toHaveLength(1);
  });

  test('is one answer a member, however many come at once', async () => {
    const { context, id, member } = await site(open);
    const note = (worked: boolean) =>
      noteResult(context.db, member.userId, { kind: 'deal', id }, { code: 'SAVE20', worked }, context.clock());
    await Promise.all(Array.from({ length: 10 }, (_, index) => note(index % 2 === 0)));
    expect(await resultsOf(context.db, member.userId)).toHaveLength(1);
  });

  test('of an offer is noted under the offer, and of another or an expired code nothing is', async () => {
    const { context, id, member } = await site(open);
    const offer = await context.db
      .selectFrom('offers')
      .select(['id', 'code'])
      .where('status', '=', 'live')
      .where('code', 'is not', null)
      .executeTakeFirstOrThrow();
    await answer(member.browser, `PCO-${offer.id}`, '1', offer.code!);
    expect(await evidenceOn(context, `/pco/${offer.id}`)).toMatchObject({ worked: 1, total: 1 });
    expect((await answer(member.browser, `DEAL-${id}`, '1', 'OLD')).answer).toHaveProperty('error');
    for (const none of ['PCO-2147483648', 'DEAL-2147483648'])
      expect((await answer(member.browser, none, '1')).answer).toHaveProperty('error');
    await context.db.updateTable('deals').set({ status: 'expired' }).where('thread_id', '=', id).execute();
    expect((await answer(member.browser, `DEAL-${id}`, '1')).answer).toHaveProperty('error');
    expect(await evidenceOn(context, `/f/${id}`)).toBeUndefined();
  });

  test('is not counted of a new account, one that is suspended, or for a code that was replaced; and goes with the account', async () => {
    const { context, id, member } = await site(open);
    const young = await verifiedMember(context);
    expect((await answer(young.browser, `DEAL-${id}`, '0')).answer).toMatchObject({ counts: false, evidence: null });
    await answer(member.browser, `DEAL-${id}`, '1');
    const suspend = (until: Date | null) =>
      context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', member.userId).execute();
    await suspend(new Date(context.clock().getTime() + DAY));
    expect(await evidenceOn(context, `/f/${id}`)).toBeNull();
    await suspend(null);
    expect(await evidenceOn(context, `/f/${id}`)).toMatchObject({ total: 1 });
    await context.db.updateTable('deals').set({ coupon_code: 'NEW' }).where('thread_id', '=', id).execute();
    expect(await evidenceOn(context, `/f/${id}`)).toBeNull();
    await context.db.deleteFrom('members').where('user_id', '=', member.userId).execute();
    expect(await resultsOf(context.db, member.userId)).toEqual([]);
  });

  test('moves with a deal that is merged', async () => {
    const { context, id, other, member } = await site(open);
    const second = await establishedMember(context);
    await answer(member.browser, `DEAL-${id}`, '1');
    await answer(second.browser, `DEAL-${id}`, '1');
    await answer(second.browser, `DEAL-${other}`, '0');
    await mergeDeals(context, String(id), String(other));
    expect(await evidenceOn(context, `/f/${other}`)).toMatchObject({ worked: 1, total: 2 });
    // From a page that was open before.
    const late = await answer(member.browser, `DEAL-${id}`, '0');
    expect(late.answer).toMatchObject({ evidence: { worked: 0, total: 2 } });
  });

  test('is noted for the pages that show it, also when it leaves the week and the month', async () => {
    const { context, id, member } = await site(open);
    const noted = async () => {
      const rows = await context.db.selectFrom('changes').select(['subject', 'id']).orderBy('seq').execute();
      await context.db.deleteFrom('changes').execute();
      return rows.map((row) => [row.subject, row.id]);
    };
    await noted();
    const PAGES = [
      ['comments', id],
      ['deal', id],
    ];
    await answer(member.browser, `DEAL-${id}`, '1');
    expect(await noted()).toEqual(PAGES);
    expect(await ageResults(context)).toBe(0);
    context.at.pass(8 * DAY);
    expect([await ageResults(context), await noted(), await ageResults(context)]).toEqual([1, PAGES, 0]);
    context.at.pass(23 * DAY);
    expect([await ageResults(context), await noted(), await ageResults(context)]).toEqual([1, PAGES, 0]);
    expect(await evidenceOn(context, `/f/${id}`)).toBeNull();
  });

  test('leaves the week by slices, so that any number of answers may do so at once', async () => {
    const { context, id, other, member } = await site(open);
    for (const deal of [id, other]) await answer(member.browser, `DEAL-${deal}`, '1');
    context.at.pass(8 * DAY);
    const { watched, largest } = watchWrites(context);
    expect([await ageResults(watched, 1), largest()]).toEqual([2, 1]);
  });
});
