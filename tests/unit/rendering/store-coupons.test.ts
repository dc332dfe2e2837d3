import { expect, test } from 'vitest';
import { noteResult } from '../../../src/features/coupon-results/answers.server.ts';
import { DEALS_WITH_COUPONS } from '../../../src/features/deals/coupon-deals.server.ts';
import type { DealData } from '../../../src/features/deals/detail.ts';
import { findAffectedPages } from '../../../src/features/publishing/affected-pages.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { pagePayload } from '../../../src/features/rendering/page-schema.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, verifiedMember } from '../../support/accounts.ts';
import { deal, importRecords, offer, store, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

/** What the page of the only deal with this title shows of coupons. */
async function couponsBeside(context: Context, title: string): Promise<string[]> {
  const { thread_id: id } = await context.db.selectFrom('deals').select('thread_id').where('title', '=', title).executeTakeFirstOrThrow();
  const found = await loadPage(context, `/f/${id}-${title.toLowerCase().replaceAll(' ', '-')}`, new URLSearchParams());
  if (found.status !== 200) throw new Error(`${title} has no page`);
  expect(pagePayload.safeParse(found.page).error?.issues ?? []).toEqual([]);
  return ((found.page.pageData as DealData).storeCoupons ?? []).map(({ code }) => code);
}

const coupon = (code: string, more: object = {}) => offer({ sourceId: code, title: `Coupon ${code}`, code, ...more });

eachDatabase('coupons of its store on a deal’s page', (open) => {
  test('are three that work and begin at no more than its price, without its own, those that worked for members first', async () => {
    const context = accountsContext((await open()).db);
    await importRecords(context, [
      ...surroundings(),
      store({ slug: 'other', name: 'Other' }),
      deal({ title: 'Cheap lamp', price: '20.00', couponCode: ' own' }),
      deal({ sourceId: 'd2', title: 'Dear lamp', price: '90.00', url: 'https://acme.example/2' }),
      deal({ sourceId: 'd3', title: 'Old lamp', price: '90.00', url: 'https://acme.example/3', expired: true }),
      ...['A', 'B', 'C', 'OWN'].map((code, index) => coupon(code, { postedAt: `2026-01-0${9 - index}` })),
      coupon('DEAR', { minimum: '50.00', postedAt: '2026-01-20' }),
      coupon('OVER', { expired: true, postedAt: '2026-01-20' }),
      coupon('OTHER', { store: 'other', postedAt: '2026-01-20' }),
    ]);
    expect(await couponsBeside(context, 'Cheap lamp')).toEqual(['A', 'B', 'C']);
    expect(await couponsBeside(context, 'Dear lamp')).toEqual(['DEAR', 'A', 'B']);
    expect(await couponsBeside(context, 'Old lamp')).toEqual([]);
    const { id } = await context.db.selectFrom('offers').select('id').where('code', '=', 'C').executeTakeFirstOrThrow();
    for (let answers = 0; answers < 3; answers++) {
      const { userId } = await verifiedMember(context);
      const joined = new Date(context.clock().getTime() - 20 * DAY);
      await context.db.updateTable('accounts').set({ created_at: joined }).where('user_id', '=', userId).execute();
      await noteResult(context.db, userId, { kind: 'offer', id }, { code: 'C', worked: true }, context.clock());
    }
    expect(await couponsBeside(context, 'Cheap lamp')).toEqual(['C', 'A', 'B']);
  });

  test('have the pages of its live deals made anew when one of them changes', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    await importRecords(context, [
      ...surroundings(),
      store({ slug: 'other', name: 'Other' }),
      deal({ title: 'Here' }),
      deal({ sourceId: 'd2', title: 'Over', url: 'https://acme.example/2', expired: true }),
      deal({ sourceId: 'd3', title: 'Elsewhere', store: 'other', url: 'https://other.example/3' }),
      coupon('A'),
      coupon('BACK', { offerType: 'cashback', code: undefined }),
    ]);
    const ids = new Map((await db.selectFrom('deals').select(['title', 'thread_id']).execute()).map((row) => [row.title, row.thread_id]));
    const dealsAffected = async (title: string, change: object) => {
      const since = await positionNow(db);
      await db.updateTable('offers').set(change).where('title', '=', title).execute();
      const { changes } = await changesSince(db, since);
      return [...(await findAffectedPages(db, changes)).urgencies.keys()].filter((name) => name.startsWith('deal:'));
    };
    expect(await dealsAffected('Coupon A', { percent: 7 })).toEqual([`deal:${ids.get('Here')}`]);
    expect(await dealsAffected('Coupon A', { status: 'expired' })).toEqual([`deal:${ids.get('Here')}`]);
    expect(await dealsAffected('Coupon A', { percent: 8 })).toEqual([]);
    expect(await dealsAffected('Coupon BACK', { percent: 8 })).toEqual([]);
  });

  test('stand on the pages of its newest live deals alone, whose pages change when that is another one', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    const record = (index: number) =>
      deal({
        sourceId: `d${index}`,
        title: `Deal ${index}`,
        url: `https://acme.example/${index}`,
        postedAt: new Date(START + index * DAY).toISOString(),
      });
    const START = Date.UTC(2025, 0, 1);
    await importRecords(context, [
      ...surroundings(),
      ...Array.from({ length: DEALS_WITH_COUPONS + 2 }, (_, index) => record(index)),
      coupon('A'),
    ]);
    const idOf = async (title: string) =>
      (await db.selectFrom('deals').select('thread_id').where('title', '=', title).executeTakeFirstOrThrow()).thread_id;
    const showing = async () =>
      (await Promise.all(['Deal 1', 'Deal 2'].map((title) => couponsBeside(context, title)))).map(({ length }) => length);
    expect(await showing()).toEqual([0, 1]);
    for (const [status, then] of [['expired', [1, 1]] as const, ['live', [0, 1]] as const]) {
      const since = await positionNow(db);
      await db.updateTable('deals').set({ status }).where('title', '=', 'Deal 50').execute();
      expect(await showing()).toEqual(then);
      const { changes } = await changesSince(db, since);
      expect((await findAffectedPages(db, changes)).urgencies.has(`deal:${await idOf('Deal 1')}`)).toBe(true);
    }
    const since = await positionNow(db);
    await db.updateTable('offers').set({ percent: 9 }).execute();
    const { changes } = await changesSince(db, since);
    const names = [...(await findAffectedPages(db, changes)).urgencies.keys()].filter((name) => name.startsWith('deal:'));
    expect([names.length, names.includes(`deal:${await idOf('Deal 1')}`)]).toEqual([DEALS_WITH_COUPONS, false]);

    // A change of many counts with the others.
    const before = await positionNow(db);
    await db.updateTable('deals').set({ status: 'expired' }).where('title', 'in', ['Deal 50', 'Deal 51']).execute();
    const over = await idOf('Deal 50');
    const mixed = (await changesSince(db, before)).changes.map((change) => ({ ...change, ofMany: 'id' in change && change.id === over }));
    const { urgencies } = await findAffectedPages(db, mixed);
    for (const title of ['Deal 0', 'Deal 1']) expect(urgencies.has(`deal:${await idOf(title)}`), title).toBe(true);
  });
});
