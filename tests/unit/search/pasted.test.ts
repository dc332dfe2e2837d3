import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { readPastedAddress } from '../../../src/features/search/find-pasted.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { importRecords } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { dealRecord } from '../../support/small-catalogue.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';

const SITE = 'https://deals.example';

test.each<[string, ReturnType<typeof readPastedAddress>]>([
  ['https://deals.example/f/5969-a-reading-lamp', { type: 'deal', id: 5969 }],
  ['HTTP://Deals.Example/f/5969-a-reading-lamp?utm_source=mail#post12', { type: 'deal', id: 5969 }],
  ['deals.example/f/5969', { type: 'deal', id: 5969 }],
  ['/f/5969-a-reading-lamp/', { type: 'deal', id: 5969 }],
  ['https://deals.example/pco/17', { type: 'offer', id: 17 }],
  ['https://deals.example/pco/99999999999', undefined],
  ['https://other.example/f/5969-a-reading-lamp', undefined],
  ['https://deals.example.other.example/f/5969', undefined],
  ['//other.example/f/5969', undefined],
  ['https://deals.example/store/north-mart', { type: 'store', slug: 'north-mart' }],
  ['deals.example/brand/asus?sort=new&page=2', { type: 'brand', slug: 'asus' }],
  ['/category/computers/', { type: 'category', slug: 'computers' }],
  ['https://other.example/store/north-mart', undefined],
  ['https://deals.example/popular', undefined],
  ['https://deals.example/f/lamp', undefined],
  ['f/5969', undefined],
  ['http://', undefined],
  ['lamp deals.example/f/5969', undefined],
  ['reading lamp', undefined],
  ['', undefined],
])('%s names %o', (text, address) => {
  expect(readPastedAddress(text, SITE)).toEqual(address);
});

onDatabase('an address of this site that is pasted into the search box', (open) => {
  const catalogue = async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['Reading lamp', 'Lamp for reading', 'Board game']);
    await importRecords(context, [
      {
        ...{ type: 'offer', source: 'tests', sourceId: 'old', offerType: 'coupon', title: 'Lamp week', code: 'LAMPS' },
        ...{ store: 'north-mart', postedAt: '2026-01-05T00:00:00Z', expired: true },
      },
    ]);
    const idOf = async (title: string) =>
      (await context.db.selectFrom('deals').select('thread_id as id').where('title', '=', title).executeTakeFirstOrThrow()).id;
    return { context, idOf, site: context.config.siteUrl };
  };

  test('finds the deal alone, and that which it was merged into', async () => {
    const { context, idOf, site } = await catalogue();
    const [kept, merged] = [await idOf('Reading lamp'), await idOf('Lamp for reading')];
    expect(await titlesOf(context, `${site}/f/${merged}-lamp-for-reading`)).toEqual(['Lamp for reading']);
    await mergeDeals(context, String(merged), String(kept));
    expect(await titlesOf(context, `${site}/f/${merged}-lamp-for-reading`)).toEqual(['Reading lamp']);
    const { total, pages, near, pasted } = await searched(context, `/f/${kept}`);
    expect({ total, pages, near, pasted }).toEqual({ total: 1, pages: 1, near: [], pasted: true });
  });

  test('finds no deal that is not shown yet, nor one that is not there', async () => {
    const { context, idOf, site } = await catalogue();
    const id = await idOf('Board game');
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', id).execute();
    expect(await titlesOf(context, `${site}/f/${id}`)).toEqual([]);
    expect(await titlesOf(context, `${site}/f/999999999999999`)).toEqual([]);
  });

  test('finds a coupon, also one that has expired', async () => {
    const { context, site } = await catalogue();
    const { id } = await context.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
    const { items, offers, pasted } = await searched(context, `${site}/pco/${id}`);
    expect(items).toEqual([]);
    expect(pasted).toBe(true);
    expect(offers.items.map(({ dealTitle }) => dealTitle)).toEqual(['Lamp week']);
  });

  test('finds the deals of a store, a brand or a category, the newest first, with a link to its page', async () => {
    const { context, site } = await catalogue();
    await importRecords(context, [
      { ...dealRecord({ sourceId: 'mouse', title: 'Wireless mouse' }), category: 'mice', postedAt: '2026-01-06T00:00:00Z' },
    ]);
    const { items, entities, pasted, chosen, facets } = await searched(context, `${site}/category/computers?sort=price`);
    expect(items.map(({ dealTitle }) => dealTitle)).toEqual(['Wireless mouse']);
    expect(entities.map(({ kind, slug }) => `${kind} ${slug}`)).toEqual(['category computers']);
    expect({ pasted, chosen: Object.values(chosen).flat(), facets: Object.values(facets).flat() }).toEqual({
      pasted: true,
      chosen: [],
      facets: [],
    });
    expect((await searched(context, `${site}/store/north-mart`)).entities).toMatchObject([{ name: 'North Mart' }]);
    expect((await searched(context, `${site}/store/nowhere`)).pasted).toBe(false);
  });
});
