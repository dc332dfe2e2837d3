import { describe, expect, test } from 'vitest';
import type { CollectionRule } from '../../../src/server/db/schema/catalogue.ts';
import type { Change, DealFacts, OfferFacts, Taxonomy } from '../../../src/features/publishing/change.ts';
import { pageTargetName } from '../../../src/features/rendering/page-target.ts';
import { affectedPages } from '../../../src/features/publishing/affected-pages.ts';

const rules = (collections: Record<string, CollectionRule>) =>
  new Map(Object.entries(collections).map(([slug, rule], index) => [index + 1, { slug, rule }]));

const SHELVES: Taxonomy = {
  categories: new Map([
    [1, { slug: 'electronics', parent: null }],
    [2, { slug: 'screens', parent: 1 }],
    [3, { slug: 'monitors', parent: 2 }],
    [4, { slug: 'toys', parent: null }],
  ]),
  stores: new Map([
    [1, { slug: 'glasswater' }],
    [2, { slug: 'lampworks' }],
  ]),
  brands: new Map([
    [1, { slug: 'acme' }],
    [2, { slug: 'bolt' }],
  ]),
  collections: new Map(),
};
const TOY: DealFacts = { status: 'live', category: 4, store: 1, brand: null, price: 1000, percent: null, score: 0 };
const MONITOR: DealFacts = { ...TOY, category: 3 };
const COUPON: OfferFacts = { status: 'live', store: 1, type: 'coupon' };

const pages = (...paths: string[]) => paths.flatMap((path) => [`feed:${path}`, `later:${path}`]);
/** What each deal is in, whatever it is filed under. */
const WHOLE = pages('/', '/all', '/popular', '/for-you');
const SITEMAPS = ['sitemap:index', 'sitemap:deals-0', 'sitemap:feeds'];

const touched = (change: Change, collections: Record<string, CollectionRule> = {}, neighbours: number[] = []) =>
  affectedPages(change, { ...SHELVES, collections: rules(collections) }, neighbours)?.map(pageTargetName);
const dealChange = (before: DealFacts | null, after: DealFacts | null): Change => ({
  subject: 'deal',
  id: 12,
  before,
  after,
  quiet: false,
});
const offerChange = (before: OfferFacts | null, after: OfferFacts | null): Change => ({ subject: 'offer', id: 12, before, after });
const DIRECTORIES = ['feed:/browse/stores', 'feed:/browse/brands', 'feed:/browse/categories'];
const isDirectory = (name: string) => DIRECTORIES.includes(name);
/** What a change touches besides the directories. */
const ofDeal = (before: DealFacts | null, after: DealFacts | null, collections?: Record<string, CollectionRule>) =>
  touched(dealChange(before, after), collections)!.filter((name) => !isDirectory(name));
const ofOffer = (before: OfferFacts | null, after: OfferFacts | null, collections?: Record<string, CollectionRule>) =>
  touched(offerChange(before, after), collections)!.filter((name) => !isDirectory(name));
/** The collections that a change is in. */
const browsed = (names: string[]) => names.flatMap((name) => /^feed:\/browse\/(.*)$/.exec(name)?.[1] ?? []);

const same = (names: string[], expected: string[]) => expect(names.toSorted()).toEqual(expected.toSorted());

describe('directories are touched', () => {
  const expired = { status: 'expired' as const };
  test.each<[string, Change]>([
    ['a deal is added', dealChange(null, TOY)],
    ['a deal is removed', dealChange(TOY, null)],
    ['a deal expires', dealChange(TOY, { ...TOY, ...expired })],
    ['a deal is live again', dealChange({ ...TOY, ...expired }, TOY)],
    ['a deal goes to another store', dealChange(TOY, { ...TOY, store: 2 })],
    ['a deal gets a brand', dealChange(TOY, { ...TOY, brand: 1 })],
    ['a deal goes to another category', dealChange(TOY, MONITOR)],
    ['an offer is added', offerChange(null, COUPON)],
    ['an offer expires', offerChange(COUPON, { ...COUPON, ...expired })],
    ['an offer goes to another store', offerChange(COUPON, { ...COUPON, store: 2 })],
  ])('when %s', (_what, change) => {
    same(touched(change)!.filter(isDirectory), DIRECTORIES);
  });

  test.each<[string, Change]>([
    ['a deal has another price and score', dealChange(TOY, { ...TOY, price: 900, percent: 50, score: 9 })],
    ['a deal that is over goes to another store', dealChange({ ...TOY, ...expired }, { ...TOY, ...expired, store: 2 })],
    ['a deal is scheduled', dealChange(null, { ...TOY, status: 'scheduled' })],
    ['an offer that is over is removed', offerChange({ ...COUPON, ...expired }, null)],
    ['an offer becomes cashback', offerChange(COUPON, { ...COUPON, type: 'cashback' })],
  ])('not when %s', (_what, change) => {
    same(touched(change)!.filter(isDirectory), []);
  });
});

describe('a deal touches', () => {
  test('its page, the whole feeds, those of what it is filed under, and its sitemap, each once', () => {
    const filed = pages('/category/toys', '/store/glasswater', '/brand/acme');
    same(ofDeal(TOY, { ...TOY, brand: 1, price: 900 }), ['deal:12', ...WHOLE, ...filed, ...SITEMAPS]);
  });

  test.each([
    ['is added', null, TOY],
    ['is removed', TOY, null],
    ['begins to show', { ...TOY, status: 'scheduled' as const }, TOY],
    ['is taken back', TOY, { ...TOY, status: 'scheduled' as const }],
    ['expires', TOY, { ...TOY, status: 'expired' as const }],
    ['was over and is changed', { ...TOY, status: 'expired' as const }, { ...TOY, status: 'expired' as const, price: 1 }],
  ])('the same when it %s', (_what, before, after) => {
    same(ofDeal(before, after), ['deal:12', ...WHOLE, ...pages('/category/toys', '/store/glasswater'), ...SITEMAPS]);
  });

  test.each([
    ['is scheduled', null, { ...TOY, status: 'scheduled' as const }],
    ['is changed before it begins', { ...TOY, status: 'scheduled' as const }, { ...MONITOR, status: 'scheduled' as const }],
    ['was never there', null, null],
  ])('no feed when it %s', (_what, before, after) => {
    same(ofDeal(before, after, { everything: { items: 'deals' } }), ['deal:12', ...SITEMAPS]);
  });

  test('feeds of before and of after when it is filed elsewhere', () => {
    const moved = ofDeal({ ...TOY, brand: 1 }, { ...TOY, category: 1, store: 2, brand: 2 });
    const filed = ['/category/toys', '/category/electronics', '/store/glasswater', '/store/lampworks', '/brand/acme', '/brand/bolt'];
    same(moved, ['deal:12', ...WHOLE, ...pages(...filed), ...SITEMAPS]);
  });

  test('only the feeds of the state that shows', () => {
    const begins = ofDeal({ ...TOY, status: 'scheduled', store: 2, brand: 2, category: 3 }, TOY);
    same(begins, ['deal:12', ...WHOLE, ...pages('/category/toys', '/store/glasswater'), ...SITEMAPS]);
  });

  test('every category above its own', () => {
    const filed = pages('/category/monitors', '/category/screens', '/category/electronics', '/store/glasswater');
    same(ofDeal(null, MONITOR), ['deal:12', ...WHOLE, ...filed, ...SITEMAPS]);
    same(ofDeal({ ...TOY, category: 2 }, MONITOR), ['deal:12', ...WHOLE, ...filed, ...SITEMAPS]);
  });

  test('no feed of what is not there any more', () => {
    same(ofDeal(null, { ...TOY, category: 99, store: 99, brand: 99 }), ['deal:12', ...WHOLE, ...SITEMAPS]);
  });

  test('the pages that show it among others', () => {
    const change: Change = { subject: 'deal', id: 4000, before: null, after: null, quiet: false };
    same(touched(change, {}, [5, 6])!, ['deal:4000', 'deal:5', 'deal:6', 'sitemap:index', 'sitemap:deals-2', 'sitemap:feeds']);
  });
});

describe('a deal touches a collection', () => {
  const PERCENT: CollectionRule = { items: 'deals', minPercent: 50 };
  const CENTS: CollectionRule = { items: 'deals', maxCents: 1000 };
  const IN: CollectionRule = { items: 'deals', categories: ['monitors', 'lamps'] };

  test.each<[string, CollectionRule, Partial<DealFacts>, boolean]>([
    ['of all deals', { items: 'deals' }, {}, true],
    ['of what was picked', { items: 'deals', picked: true }, {}, true],
    ['of lowest prices', { items: 'deals', lowest: true }, {}, true],
    ['of large discounts, at just so much', PERCENT, { percent: 50 }, true],
    ['of large discounts, with more', PERCENT, { percent: 51 }, true],
    ['of large discounts, with less', PERCENT, { percent: 49 }, false],
    ['of large discounts, without one', PERCENT, { percent: null }, false],
    ['of any discount, without one', { items: 'deals', minPercent: 0 }, { percent: null }, false],
    ['of low prices, at just so much', CENTS, { price: 1000 }, true],
    ['of low prices, for less', CENTS, { price: 999 }, true],
    ['of low prices, for more', CENTS, { price: 1001 }, false],
    ['of what is free, for nothing', { items: 'deals', maxCents: 0 }, { price: 0 }, true],
    ['of what is free, for a cent', { items: 'deals', maxCents: 0 }, { price: 1 }, false],
    ['of some categories, in one of them', IN, { category: 3 }, true],
    ['of some categories, above them', IN, { category: 2 }, false],
    ['of some categories, in none', IN, { category: 99 }, false],
    ['of offers', { items: 'offers' }, {}, false],
    ['of cheap offers', { items: 'offers', maxCents: 1000 }, {}, false],
  ])('%s', (_what, rule, facts, isIn) => {
    const expected = isIn ? pages('/browse/it') : [];
    const around = ['deal:12', ...WHOLE, ...SITEMAPS, ...pages('/store/glasswater')];
    const names = ofDeal(null, { ...TOY, ...facts }, { it: rule }).filter((name) => !name.includes('/category/'));
    same(names, [...around, ...expected]);
    same(browsed(ofDeal({ ...TOY, ...facts }, null, { it: rule })), isIn ? ['it'] : []);
  });

  test('that it comes into and one that it leaves, each once', () => {
    const collections: Record<string, CollectionRule> = { cheap: CENTS, half: PERCENT, monitors: IN, all: { items: 'deals' } };
    same(browsed(ofDeal({ ...TOY, percent: 60, price: 2000 }, { ...TOY, percent: 40, price: 500 }, collections)), ['cheap', 'half', 'all']);
  });

  test('by the state that shows alone', () => {
    same(browsed(ofDeal({ ...TOY, status: 'scheduled', price: 1 }, { ...TOY, price: 2000 }, { cheap: CENTS })), []);
  });
});

describe('an offer touches', () => {
  const OWN = ['offer:12', 'sitemap:index', 'sitemap:offers', 'sitemap:feeds'];

  test.each<[string, OfferFacts | null, OfferFacts | null, string[]]>([
    ['is added', null, COUPON, ['/store/glasswater']],
    ['is removed', COUPON, null, ['/store/glasswater']],
    ['is changed', COUPON, COUPON, ['/store/glasswater']],
    ['expires', COUPON, { ...COUPON, status: 'expired' }, ['/store/glasswater']],
    ['goes to another store', COUPON, { ...COUPON, store: 2 }, ['/store/glasswater', '/store/lampworks']],
    ['belongs to none', null, { ...COUPON, store: null }, []],
    ['belongs to one that is not there any more', null, { ...COUPON, store: 99 }, []],
    ['is scheduled', null, { ...COUPON, status: 'scheduled' }, []],
    ['begins to show', { ...COUPON, status: 'scheduled', store: 2 }, COUPON, ['/store/glasswater']],
  ])('its page, its sitemap and its store’s feed when it %s', (_what, before, after, feeds) => {
    same(ofOffer(before, after), [...OWN, ...pages(...feeds)]);
  });

  test('collections of offers of its kind', () => {
    const collections: Record<string, CollectionRule> = {
      offers: { items: 'offers' },
      coupons: { items: 'offers', offerType: 'coupon' },
      cashback: { items: 'offers', offerType: 'cashback' },
      deals: { items: 'deals' },
      odd: { items: 'deals', offerType: 'coupon' },
    };
    same(browsed(ofOffer(null, COUPON, collections)), ['offers', 'coupons']);
    same(browsed(ofOffer(COUPON, { ...COUPON, type: 'cashback' }, collections)), ['offers', 'coupons', 'cashback']);
    same(browsed(ofOffer(null, { ...COUPON, status: 'scheduled' }, collections)), []);
  });

  test('the offers’ pages that show it among others', () => {
    same(touched({ subject: 'offer', id: 12, before: null, after: null }, {}, [5])!, [...OWN, 'offer:5']);
  });
});

describe('something else', () => {
  const collections: Record<string, CollectionRule> = {
    lowest: { items: 'deals', lowest: true },
    cheap: { items: 'deals', maxCents: 1000, lowest: false },
    offers: { items: 'offers', lowest: true },
    picked: { items: 'deals', picked: true },
  };

  test('comments touch their deal alone', () => {
    same(touched({ subject: 'comments', id: 12 }, collections, [5])!, ['deal:12', ...SITEMAPS]);
  });

  test('a reputation touches no list and no sitemap', () => {
    same(touched({ subject: 'reputation', id: 12 }, collections, [5])!, []);
  });

  test('touched is named as a place', () => {
    expect(affectedPages({ subject: 'comments', id: 12 }, SHELVES, [])).toEqual([
      { kind: 'deal', id: 12 },
      { kind: 'sitemap', name: 'index' },
      { kind: 'sitemap', name: 'deals-0' },
      { kind: 'sitemap', name: 'feeds' },
    ]);
  });

  test('prices touch their deal and collections of lowest prices', () => {
    same(touched({ subject: 'prices', id: 12 }, collections, [5])!, ['deal:12', ...SITEMAPS, ...pages('/browse/lowest')]);
  });

  test('what is picked touches its collection alone', () => {
    same(touched({ subject: 'collected', id: 4 }, collections)!, pages('/browse/picked'));
    same(touched({ subject: 'collected', id: 99 }, collections)!, []);
  });

  test.each(['store', 'brand', 'category', 'collection'] as const)('a %s touches everything', (subject) => {
    expect(touched({ subject, id: 1 })).toBeUndefined();
  });

  test('everything touches everything', () => {
    expect(touched({ subject: 'everything' })).toBeUndefined();
  });
});

test.each([
  [null, 'about'],
  ['about', null],
])('a version of a page of text touches that page and its sitemap', (before, after) => {
  same(touched({ subject: 'text', before, after })!, ['text:/about', 'sitemap:index', 'sitemap:pages']);
});
