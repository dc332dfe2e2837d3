import { expect, test } from 'vitest';
import { importRecords } from '../../support/catalogue.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachDatabase } from '../../support/databases.ts';
import { searchCatalogue, searched } from '../../support/search-catalogue.ts';

const offer = (sourceId: string, fields: { title: string } & Record<string, unknown>) => ({
  ...{ type: 'offer', source: 'tests', sourceId, offerType: 'coupon', store: 'north-mart', postedAt: '2026-01-02T00:00:00Z' },
  ...fields,
});
const OFFERS = [
  offer('new', { title: 'Save on every lamp', code: 'LAMP20', percent: 20, terms: 'Not on candles.' }),
  offer('old', { title: 'Lamp week', code: 'LAMPWEEK', amount: '5.00', expired: true, postedAt: '2026-01-05T00:00:00Z' }),
  offer('back', { title: 'Money back on chairs', offerType: 'cashback', percent: 4, store: 'corner-shop' }),
  { ...offer('past', { title: 'Half price', code: 'HALF', year: 2024, expired: true }), store: undefined, maker: 'Fern Software' },
];

eachDatabase('a search for coupons and cashback', (open) => {
  const catalogue = async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, [{ title: 'Reading lamp', store: 'north-mart' }, 'Board game']);
    await importRecords(context, OFFERS);
    return context;
  };

  test('finds them by their kind, store, maker, code, saving, title and terms, those that work first', async () => {
    const context = await catalogue();
    const found = async (q: string) => (await searched(context, q)).offers.items.map(({ dealTitle }) => dealTitle);
    const [live, old, back, past] = OFFERS.map(({ title }) => title);
    expect(await found('coupon')).toEqual([live, old, past]);
    expect(await found('promo codes')).toEqual([live, old, past]);
    for (const q of ['cashback', 'cash back', 'corner shop cashback']) expect([q, await found(q)]).toEqual([q, [back]]);
    expect(await found('north mart')).toEqual([live, old]);
    expect(await found('coupons for North Mart')).toEqual([live, old]);
    expect(await found('fern software')).toEqual([past]);
    expect(await found('lampweek')).toEqual([old]);
    expect(await found('20% off')).toEqual([live]);
    // A discount is looked for in their words, whatever it asks of deals.
    for (const q of ['lamp 20% off', 'at least 20 percent off lamps', 'laamp 20% off', 'q=20% off&offers=1'])
      expect([q, await found(q)]).toEqual([q, [live]]);
    expect(await found('lamp 30% off')).toEqual([]);
    expect(await found('q=20% off&percent_off=20')).toEqual([]);
    expect(await found('candle coupon')).toEqual([live]);
    expect(await found('coupon -lamp')).toEqual([past]);
    expect(await found('board game')).toEqual([]);
    // Mistyped words are read as for deals.
    expect(await found('laamp')).toEqual([live, old]);
  });

  test('shows deals as well, and says what was asked for', async () => {
    const context = await catalogue();
    const lamp = await searched(context, 'lamp');
    expect(lamp.items[0]?.dealTitle).toBe('Reading lamp');
    expect([lamp.offers.total, lamp.asksForOffers]).toEqual([2, false]);
    const coupon = await searched(context, 'coupon');
    expect(coupon).toMatchObject({ total: 0, near: [], corrected: [], asksForOffers: true, offers: { total: 3, more: false } });
    expect((await searched(context, 'q=lamp&page=1&price_max=20')).offers.total).toBe(0);
    expect((await searched(context, '')).offers.total).toBe(0);
  });

  test('goes on with popular deals where nothing but expired ones is found', async () => {
    const context = await catalogue();
    const found = async (ask: string) => {
      const { total, offers, popular } = await searched(context, ask);
      return [total, offers.total, offers.expired, popular.length];
    };
    expect(await found('fern software')).toEqual([0, 1, true, 2]);
    expect(await found('q=fern software&offers=1')).toEqual([0, 1, true, 0]);
    expect(await found('coupon')).toEqual([0, 3, false, 0]);
    expect(await found('lamp')).toEqual([2, 2, false, 0]);
  });

  test('lists them alone, by store and without the expired ones', async () => {
    const context = await catalogue();
    expect(await searched(context, 'q=coupon&offers=1')).toMatchObject({ total: 0, items: [], pages: 1, offers: { total: 3 } });
    const ofStore = await searched(context, 'q=&offers=1&filters[store][]=north-mart');
    expect(ofStore.offers.items.map(({ code }) => code)).toEqual(['LAMP20', 'LAMPWEEK']);
    expect((await searched(context, 'q=coupon&offers=1&hideexpired=1')).offers.items.map(({ code }) => code)).toEqual(['LAMP20']);
    expect((await searched(context, 'q=&offers=1')).offers.total).toBe(4);
  });

  test('says which stores it can be narrowed to, where offers alone are asked for or found', async () => {
    const context = await catalogue();
    const stores = async (ask: string) => {
      const { facets } = await searched(context, ask);
      return [facets.store.map(({ slug, deals }) => [slug, deals]), facets.brand, facets.category];
    };
    const both = [
      ['north-mart', 2],
      ['corner-shop', 1],
    ];
    expect(await stores('q=&offers=1')).toEqual([both, [], []]);
    // What is chosen can be exchanged.
    expect(await stores('q=&offers=1&filters[store][]=corner-shop')).toEqual([both, [], []]);
    expect(await stores('q=&offers=1&hideexpired=1&filters[store][]=corner-shop')).toEqual([
      [
        ['corner-shop', 1],
        ['north-mart', 1],
      ],
      ...[[], []],
    ]);
    expect(await stores('coupon')).toEqual([[['north-mart', 2]], [], []]);
    // Beside deals it is they that are counted.
    expect((await stores('lamp'))[0]).toEqual([
      ['corner-shop', 1],
      ['north-mart', 1],
    ]);
  });

  test('goes on by pages', async () => {
    const context = await catalogue();
    await importRecords(
      context,
      Array.from({ length: 45 }, (_, index) => offer(`many-${index}`, { title: 'Shelf', code: `SHELF${index}` })),
    );
    expect((await searched(context, 'shelf')).offers).toMatchObject({ total: 45, items: { length: 6 } });
    const second = await searched(context, 'q=shelf&offers=1&page=2');
    expect([second.pages, second.offers.items.length]).toEqual([2, 5]);
  });

  test('reads words on every page as on the first: what only offers have is no typo of what deals have', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(
      context,
      Array.from({ length: 41 }, (_, index) => ({ title: `Lantern ${index}`, store: 'north-mart' })),
    );
    expect(await searched(context, 'q=lanterm&page=2')).toMatchObject({ pages: 2, total: 41, items: { length: 1 } });
    await importRecords(context, [offer('lanterm', { title: 'Lanterm week', code: 'LANTERM' })]);
    expect(await searched(context, 'lanterm')).toMatchObject({ pages: 1, total: 0, corrected: [], offers: { total: 1 } });
    await expect(searched(context, 'q=lanterm&page=2')).rejects.toThrow('q=lanterm&page=2 has no page');
    expect(await searched(context, 'q=lantern&page=2')).toMatchObject({ pages: 2, items: { length: 1 }, offers: { total: 0, items: [] } });
  });
});
