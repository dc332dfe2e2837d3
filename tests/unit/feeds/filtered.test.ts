import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { unfilteredView, feedAddress, feedAt, feedView, PAGE_SIZE, type Feed, type FeedView } from '../../../src/features/feeds/address.ts';
import type { FeedData } from '../../../src/features/feeds/feed.ts';
import { loadFeed } from '../../../src/features/feeds/feeds.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachDatabase, onDatabase, type Open } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { priorPrices } from '../../support/prior-price.ts';
import { searchCatalogue } from '../../support/search-catalogue.ts';

const STORES = ['corner-shop', 'north-mart'] as const;
const CATEGORIES = ['computers', 'monitors', 'mice'] as const;
const BRANDS = [undefined, 'asus', 'western-digital'] as const;
const PRICES = [0, 999, 1000, 2500, 4999, 20000] as const;
/** Of some deals, up to a price. */
const SHIPPING = 599;
const FREE_FROM = 4999;
const PERCENTS = [0, 10, 50] as const;

interface Thing {
  title: string;
  store: (typeof STORES)[number];
  category: (typeof CATEGORIES)[number];
  brand: (typeof BRANDS)[number];
  cents: number;
  /** What it costs with delivery, which bounds are of. */
  total: number;
  percent: number;
  coupon: boolean;
  expired: boolean;
  votes: number;
}

/** Every deal is another mixture of these. */
const THINGS: Thing[] = Array.from({ length: 90 }, (_, n) => ({
  title: `Thing ${n}`,
  store: STORES[n % 2]!,
  category: CATEGORIES[(n >> 1) % 3]!,
  brand: BRANDS[(n * 7 + 1) % 3]!,
  cents: PRICES[(n * 5) % 6]!,
  total: PRICES[(n * 5) % 6]! + (n % 4 === 1 && PRICES[(n * 5) % 6]! < FREE_FROM ? SHIPPING : 0),
  percent: PERCENTS[(n >> 2) % 3]!,
  coupon: n % 5 === 0,
  expired: n % 7 === 0,
  votes: n % 4 === 0 ? 3 : 20,
}));

const amount = (cents: number) => (cents / 100).toFixed(2);

async function filled(open: Open): Promise<Context> {
  const context = accountsContext((await open()).db);
  await searchCatalogue(
    context,
    THINGS.map(({ title, store, category, brand, cents, percent, coupon, expired, votes }, n) => ({
      ...{ title, store, category, price: amount(cents), votesUp: votes, postedAt: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString() },
      ...(brand && { brand }),
      ...(n % 4 === 1 && { shipping: amount(SHIPPING), freeShippingFrom: amount(FREE_FROM) }),
      ...(coupon && { couponCode: 'SAVE' }),
      ...(expired && { expired }),
      ...(percent > 0 && cents > 0 && { prices: priorPrices(amount(Math.ceil(cents / (1 - percent / 100)))) }),
    })),
  );
  return context;
}

const IN_FEED: [Feed, (thing: Thing) => boolean][] = [
  [{ kind: 'home' }, ({ votes }) => votes >= 10],
  [{ kind: 'all' }, () => true],
  [{ kind: 'popular' }, () => true],
  [{ kind: 'for-you' }, () => true],
  [{ kind: 'category', slug: 'computers' }, () => true],
  [{ kind: 'category', slug: 'monitors' }, ({ category }) => category === 'monitors'],
  [{ kind: 'store', slug: 'north-mart' }, ({ store }) => store === 'north-mart'],
  [{ kind: 'brand', slug: 'asus' }, ({ brand }) => brand === 'asus'],
];

const dollars = fc.option(fc.constantFrom(...PRICES.map((cents) => cents / 100), 30), { nil: undefined });
const anyView = fc.record({
  sort: fc.constantFrom('hot', 'new', 'price', 'discount'),
  filters: fc.record({
    store: fc.subarray([...STORES, 'nowhere']),
    brand: fc.subarray(['asus', 'western-digital']),
    category: fc.subarray([...CATEGORIES]),
    forum: fc.constant<string[]>([]),
  }),
  priceMin: dollars,
  priceMax: dollars,
  percentOff: fc.option(fc.constantFrom(5, 10, 50), { nil: undefined }),
  withCoupon: fc.boolean(),
  hideExpired: fc.boolean(),
});
type Asked = typeof anyView extends fc.Arbitrary<infer T> ? T : never;

/** The rule in plain words: one of each filter that is in use, and within the bounds. */
const meets =
  ({ filters: { store, brand, category }, priceMin, priceMax, percentOff, withCoupon, hideExpired }: Asked) =>
  (thing: Thing) =>
    (store.length === 0 || store.includes(thing.store)) &&
    (brand.length === 0 || brand.includes(thing.brand ?? '')) &&
    (category.length === 0 || category.includes(thing.category) || category.includes('computers')) &&
    (priceMin === undefined || thing.total >= priceMin * 100) &&
    (priceMax === undefined || thing.total <= priceMax * 100) &&
    (percentOff === undefined || (thing.cents > 0 && thing.percent >= percentOff)) &&
    (!withCoupon || thing.coupon) &&
    !(hideExpired && thing.expired);

async function shown(context: Context, feed: Feed, view: FeedView): Promise<FeedData | undefined> {
  const loaded = await loadFeed(context, feed, view);
  return loaded?.status === 200 ? loaded.page.pageData : undefined;
}

async function titles(context: Context, feed: Feed, view: FeedView): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; ; page++) {
    const data = await shown(context, feed, { ...view, page });
    if (!data) return found;
    expect(data.items.length).toBe(Math.min(PAGE_SIZE, data.total - found.length));
    found.push(...data.items.map(({ dealTitle }) => dealTitle));
  }
}

eachDatabase('a feed that is narrowed', (open) => {
  test(
    'holds the deals of the feed that meet every filter, each once, the counts of its choices among them',
    { timeout: 60_000 },
    async () => {
      const context = await filled(open);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...IN_FEED), anyView, async ([feed, holds], asked) => {
          const view = { ...unfilteredView(feed), ...asked };
          const expected = THINGS.filter(holds).filter(meets(asked));
          expect((await titles(context, feed, view)).toSorted()).toEqual(expected.map(({ title }) => title).toSorted());
          const { choices, total } = (await shown(context, feed, { ...view, choosing: true }))!;
          expect(total).toBe(expected.length);
          for (const name of ['store', 'brand', 'category'] as const) {
            // Of a filter that is in use its other choices are counted, too.
            const others = THINGS.filter(holds).filter(meets({ ...asked, filters: { ...asked.filters, [name]: [] } }));
            const counted = Object.entries(Object.groupBy(others, (thing) => thing[name] ?? ''))
              .filter(([slug]) => slug !== '')
              .map(([slug, those]) => [slug, those.length])
              .toSorted();
            const facets = choices?.facets[name];
            if (feed.kind === name && name !== 'category') expect(facets).toBeUndefined();
            else expect(facets?.map(({ slug, deals }) => [slug, deals]).toSorted()).toEqual(counted);
          }
        }),
        { numRuns: runs(8, 100) },
      );
    },
  );
});

describe('a narrowed feed’s page', () => {
  eachDatabase('of computers', (open) => {
    const feed: Feed = { kind: 'category', slug: 'computers' };
    const asked = (query: string) => feedView(feed, new URLSearchParams(query))!;

    test('is none for search engines, and leads to the feed', async () => {
      const loaded = await loadFeed(await filled(open), feed, asked('filters[store][]=north-mart&price_max=25'));
      const { pageMetadata, pageData } = (loaded as { page: { pageMetadata: object; pageData: FeedData } }).page;
      expect(pageMetadata).toMatchObject({ robots: 'noindex,follow', canonical: '/category/computers' });
      expect(pageData.choices?.chosen.store).toMatchObject([{ slug: 'north-mart', name: 'North Mart' }]);
    });

    test('is what is published where nothing narrows it', async () => {
      const data = await shown(await filled(open), feed, asked('price=&price_min=&price_max=&percent_off='));
      expect(data?.choices).toBeNull();
      expect(feedAddress(feed, asked('price=&price_min='))).toBe('/category/computers');
    });
  });
});

describe('a page past the end', () => {
  onDatabase('of any feed', (open) => {
    test('is none, and what would be on it is not looked for', async () => {
      const context = await filled(open);
      let lists = 0;
      const watched: Context = {
        ...context,
        db: context.db.withPlugin({
          transformQuery({ node }) {
            if (node.kind === 'SelectQueryNode' && node.offset) lists++;
            return node;
          },
          transformResult: ({ result }) => Promise.resolve(result),
        }),
      };
      for (const [path, query] of [
        ['/all', ''],
        ['/', ''],
        ['/category/computers', '&price_max=25&filters=1'],
      ] as const) {
        const page = (number: number) =>
          loadFeed(watched, feedAt(path)!, feedView(feedAt(path)!, new URLSearchParams(`page=${number}${query}`))!);
        lists = 0;
        expect(await page(1), path).toBeDefined();
        expect(lists, path).toBeGreaterThan(0);
        lists = 0;
        expect(await page(9_999_999), path).toBeUndefined();
        expect(lists, path).toBe(0);
      }
    });
  });
});
