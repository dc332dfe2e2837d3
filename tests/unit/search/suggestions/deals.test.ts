import { expect, test } from 'vitest';
import { suggestDeals } from '../../../../src/features/search/suggestions/deals.server.ts';
import { suggestLinks } from '../../../../src/features/search/suggestions/links.server.ts';
import { suggest } from '../../../../src/features/search/suggestions/suggest.server.ts';
import { collection } from '../../../support/catalogue.ts';
import { onDatabase, type Open } from '../../../support/databases.ts';
import { importInto, smallCatalogue, TITLES } from './catalogue.ts';

async function dealsFor(open: Open, titles?: string[]) {
  const context = await smallCatalogue(open, titles);
  const found = async (text: string) => suggestDeals(context, text, await suggest(context, text));
  return { context, found, titles: async (text: string) => (await found(text)).map(({ title }) => title).toSorted() };
}

onDatabase('the search box shows deals', (open) => {
  test('that have the typed words in their titles, the last one begun', async () => {
    const { titles } = await dealsFor(open);
    expect(await titles('corsair ca')).toEqual([TITLES[2]]);
    expect(await titles('wireless logi')).toEqual([TITLES[3], TITLES[4]]);
    expect(await titles('the ÉLITE fold')).toEqual([TITLES[6]]);
    expect(await titles('mouse folding')).toEqual([]);
    expect(await titles('zzz')).toEqual([]);
    expect(await titles(' % ')).toEqual([]);
  });

  test('with price, address and picture', async () => {
    const { found } = await dealsFor(open);
    expect(await found('corsair')).toEqual([
      { title: TITLES[2], path: expect.stringMatching(/^\/f\/\d+-corsair-ml140/) as string, priceText: '$12.00', picture: null },
    ]);
  });

  test('three at most, the hottest first, and none that is expired', async () => {
    const { context, found } = await dealsFor(
      open,
      Array.from({ length: 6 }, (_, index) => `Logitech L${index}x`),
    );
    const ranked = (await context.db.selectFrom('deals').select('title').orderBy('rank', 'desc').execute()).map(({ title }) => title);
    const shown = async () => (await found('logi')).map(({ title }) => title);
    expect(await shown()).toEqual(ranked.slice(0, 3));
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', ranked[0]!).execute();
    expect(await shown()).toEqual(ranked.slice(1, 4));
  });

  test('of what was probably meant, where no title has what was typed', async () => {
    const { titles } = await dealsFor(open);
    expect(await titles('corsiar')).toEqual([TITLES[2]]);
  });

  test('of an address of this site, which may have expired', async () => {
    const { context, titles } = await dealsFor(open);
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', TITLES[2]!).execute();
    const { thread_id: id } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('title', '=', TITLES[2]!)
      .executeTakeFirstOrThrow();
    expect(await titles(`${context.config.siteUrl}/f/${id}-corsair`)).toEqual([TITLES[2]]);
    expect(await titles(`/f/${id}`)).toEqual([TITLES[2]]);
    expect(await titles(`https://other.example/f/${id}`)).toEqual([]);
  });

  test('of what is hottest, where very many match', async () => {
    const { context, found } = await dealsFor(
      open,
      Array.from({ length: 200 }, (_, index) => `Logitech L${index}x`),
    );
    const hottest = await context.db.selectFrom('deals').select('title').orderBy('rank', 'desc').limit(3).execute();
    expect((await found('l')).map(({ title }) => title)).toEqual(hottest.map(({ title }) => title));
  });
});

onDatabase('an empty search box', (open) => {
  test('leads to collections and to the categories that no other one holds', async () => {
    const context = await smallCatalogue(open);
    await importInto(context, [collection({ slug: 'under-25', title: 'Under $25' })]);
    expect(await suggestLinks(context.db)).toEqual([
      { kind: 'collection', title: 'Under $25', path: '/browse/under-25' },
      { kind: 'category', title: 'Computers', path: '/category/computers' },
    ]);
  });
});
