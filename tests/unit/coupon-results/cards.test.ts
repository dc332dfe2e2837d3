import { expect, test } from 'vitest';
import { noteResult } from '../../../src/features/coupon-results/answers.server.ts';
import type { DealCard } from '../../../src/features/deals/card.ts';
import type { OfferCard } from '../../../src/features/offers/offer.ts';
import { findAffectedPages } from '../../../src/features/publishing/affected-pages.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { pagePayload } from '../../../src/features/rendering/page-schema.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, verifiedMember } from '../../support/accounts.ts';
import { deal, importRecords, offer, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

const LISTS = ['/store/acme', '/browse/coupons', '/search?q=coupon'];

/** The offers of a list, in its order. */
async function offersOn(context: Context, address: string): Promise<OfferCard[]> {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const found = await loadPage(context, pathname, searchParams);
  if (found.status !== 200) throw new Error(`${address} has no page`);
  const data = found.page.pageData;
  if (data.type === 'search') return data.offers.items;
  expect(pagePayload.safeParse(found.page).error?.issues ?? []).toEqual([]);
  return data.type === 'feed' ? (data.holds === 'offers' ? (data.items as OfferCard[]) : data.offers) : [];
}

/** The deals of a list, and those beside a deal. */
async function dealsOn(context: Context, address: string): Promise<DealCard[]> {
  const { pathname, searchParams } = new URL(address, 'http://localhost');
  const found = await loadPage(context, pathname, searchParams);
  if (found.status !== 200) throw new Error(`${address} has no page`);
  const data = found.page.pageData;
  if (data.type === 'search') return data.items;
  expect(pagePayload.safeParse(found.page).error?.issues ?? []).toEqual([]);
  return data.type === 'deal' ? data.related : data.type === 'feed' ? (data.items as DealCard[]) : [];
}

/** Members of three weeks who say whether a code worked. */
async function answers(context: Context, kind: 'deal' | 'offer', said: { id: number; code: string; worked: boolean }[], members = 3) {
  for (let n = 0; n < members; n++) {
    const { userId } = await verifiedMember(context);
    const joined = new Date(context.clock().getTime() - 20 * DAY);
    await context.db.updateTable('accounts').set({ created_at: joined }).where('user_id', '=', userId).execute();
    for (const { id, code, worked } of said) await noteResult(context.db, userId, { kind, id }, { code, worked }, context.clock());
  }
}

eachDatabase('lists of deals', (open) => {
  test('say how codes worked, and are made anew when members say so', async () => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [
      ...surroundings(),
      deal({ title: 'Game one', couponCode: 'SAVE20' }),
      deal({ sourceId: 'd2', title: 'Game two', couponCode: 'OLD', expired: true }),
      deal({ sourceId: 'd3', title: 'Game three' }),
    ]);
    const rows = await context.db.selectFrom('deals').select('thread_id as id').orderBy('thread_id').execute();
    const [first, , third] = rows.map(({ id }) => id) as [number, number, number];
    const { path } = (await dealsOn(context, '/all')).find(({ threadId }) => threadId === third)!;
    const lists = ['/popular', '/all', '/store/acme', '/search?q=game', path];
    const toldOn = async (address: string) =>
      (await dealsOn(context, address)).flatMap(({ threadId, couponEvidence: told }) =>
        told ? [[threadId, told.worked, told.total]] : [],
      );
    for (const address of lists) expect(await toldOn(address), address).toEqual([]);
    const since = await positionNow(context.db);
    await answers(context, 'deal', [{ id: first, code: 'SAVE20', worked: true }]);
    for (const address of lists) expect(await toldOn(address), address).toEqual([[first, 3, 3]]);
    const { changes } = await changesSince(context.db, since);
    expect([...(await findAffectedPages(context.db, changes)).urgencies.keys()]).toEqual(
      expect.arrayContaining(['feed:/', 'feed:/all', 'feed:/store/acme', `deal:${first}`, `deal:${third}`]),
    );
  });
});

eachDatabase('lists of offers', (open) => {
  test('say how codes worked, and a store’s begin with those that did and end with those that did not', async () => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [
      ...surroundings(),
      deal(),
      ...['A', 'B', 'C'].map((code) => offer({ sourceId: code, title: `Coupon ${code}`, code })),
    ]);
    const ids = new Map((await context.db.selectFrom('offers').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]));
    const since = await positionNow(context.db);
    await answers(context, 'offer', [
      { id: ids.get('A')!, code: 'A', worked: false },
      { id: ids.get('C')!, code: 'C', worked: true },
    ]);
    expect((await offersOn(context, '/store/acme')).map(({ code, couponEvidence: told }) => [code, told?.worked, told?.total])).toEqual([
      ['C', 3, 3],
      ['B', undefined, undefined],
      ['A', 0, 3],
    ]);
    for (const address of LISTS)
      expect((await offersOn(context, address)).find(({ code }) => code === 'C')?.couponEvidence, address).toMatchObject({ total: 3 });
    const { changes } = await changesSince(context.db, since);
    expect([...(await findAffectedPages(context.db, changes)).urgencies.keys()]).toEqual(
      expect.arrayContaining(['feed:/store/acme', 'feed:/browse/coupons', `offer:${ids.get('B')}`]),
    );
  });
});
