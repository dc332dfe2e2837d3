import { expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { category, contextOf, deal, forum, importRecords, store } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { searched, titlesOf } from '../../support/search-catalogue.ts';
import { MONITOR, SCREEN, CARD, OTHER_CARD, DRIVE, MOUSE, CREME, openMixedDeals } from '../../support/mixed-deals.ts';

onDatabase('a search is narrowed', (open) => {
  const all = async (context: Context, ask: string) => (await titlesOf(context, ask)).toSorted();

  test('by store, brand, category and forum, by id or slug, of one kind any, of several kinds all', async () => {
    const context = await openMixedDeals(open);
    const { id } = await context.db.selectFrom('stores').select('id').where('slug', '=', 'north-mart').executeTakeFirstOrThrow();
    expect(await all(context, 'q=&filters[store][]=north-mart')).toEqual([DRIVE]);
    expect(await all(context, `q=&filters[store][]=${id}`)).toEqual([DRIVE]);
    expect(await all(context, 'q=&filters[brand][]=asus&filters[brand][]=western-digital')).toEqual([MONITOR, DRIVE]);
    expect(await all(context, 'q=&filters[brand][]=asus&filters[store][]=north-mart')).toEqual([]);
    expect(await all(context, 'q=&f=freebies')).toEqual([CREME]);
    expect(await all(context, 'q=&filters[brand][]=no-such-brand')).toEqual([]);
  });

  test('by a category with all that is below it', async () => {
    const context = await openMixedDeals(open);
    expect(await all(context, 'q=&filters[category][]=monitors')).toEqual([MONITOR, SCREEN]);
    expect(await all(context, 'q=&filters[category][]=computers')).toHaveLength(7);
  });

  test('by price, percent off and coupon', async () => {
    const context = await openMixedDeals(open);
    expect(await all(context, 'q=&price_max=49')).toEqual([CREME, 'Jigsaw puzzle of a monitor lizard', MOUSE]);
    expect(await all(context, 'q=&price_min=799')).toEqual([OTHER_CARD, CARD]);
    expect(await all(context, 'q=&price_min=48.99&price_max=49.01')).toEqual([MOUSE]);
    expect(await all(context, 'q=&price_min=50&price_max=40')).toEqual([]);
    expect(await all(context, 'q=&percent_off=25')).toEqual([MONITOR]);
    expect(await all(context, 'q=&percent_off=26')).toEqual([]);
    expect(await all(context, 'q=card&coupon=1')).toEqual([CARD]);
  });

  test('and tells what else there is to choose: of a filter in use all, of the others what is left', async () => {
    const context = await openMixedDeals(open);
    const counts = async (ask: string, filter: 'category' | 'store') =>
      Object.fromEntries((await searched(context, ask)).facets[filter].map(({ slug, deals }) => [slug, deals]));
    expect(await counts('q=', 'category')).toEqual({ monitors: 2, 'graphics-cards': 2, mice: 1, computers: 2, lamps: 2 });
    expect(await counts('q=&filters[store][]=north-mart', 'category')).toEqual({ computers: 1 });
    expect(await counts('q=&filters[store][]=north-mart', 'store')).toEqual({ 'north-mart': 1, 'corner-shop': 8 });
  });

  test('and of many with as many deals each, those that the site has had longest', async () => {
    const context = contextOf(await open());
    const shops = Array.from({ length: 30 }, (_, n) => `shop-${(n * 7) % 30}`);
    const deals = shops.map((slug, n) => deal({ sourceId: slug, title: `Lamp ${n}`, url: `https://acme.example/${n}`, store: slug }));
    const { problems } = await importRecords(context, [
      forum(),
      category(),
      ...shops.map((slug) => store({ slug, name: slug, host: `${slug}.example` })),
      ...deals,
    ]);
    expect(problems).toEqual([]);
    const known = await context.db.selectFrom('stores').select('slug').orderBy('id').limit(12).execute();
    const { facets } = await searched(context, 'q=');
    expect(facets.store.map(({ slug }) => slug).toSorted()).toEqual(known.map(({ slug }) => slug).toSorted());
  });
});
