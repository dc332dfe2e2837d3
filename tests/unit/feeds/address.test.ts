import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  unfilteredView,
  carriedAddress,
  feedAddress,
  feedAt,
  feedPath,
  feedView,
  SORTS,
  type Feed,
} from '../../../src/features/feeds/address.ts';
import { anyFilters } from '../../support/any-filters.ts';

const slug = fc.stringMatching(/^[a-z0-9-]+$/).filter((text) => text.length > 0);
const anyFeed: fc.Arbitrary<Feed> = fc.oneof(
  fc.constantFrom<Feed>({ kind: 'home' }, { kind: 'all' }, { kind: 'for-you' }, { kind: 'popular' }),
  fc.record({ kind: fc.constantFrom('browse', 'category', 'store', 'brand'), slug }),
);
const anyView = fc
  .record({
    page: fc.integer({ min: 1, max: 9_999_999 }),
    sort: fc.constantFrom(...SORTS),
    choosing: fc.boolean(),
    problems: fc.constant<string[]>([]),
    narrowing: anyFilters,
  })
  .map(({ narrowing, ...view }) => ({ ...view, ...narrowing }));

describe('a feed’s path', () => {
  test('leads back to the feed, with or without a trailing slash', () => {
    fc.assert(
      fc.property(anyFeed, (feed) => {
        const path = feedPath(feed);
        expect(feedAt(path)).toEqual(feed);
        if (path !== '/') expect(feedAt(`${path}/`)).toEqual(feed);
      }),
    );
  });

  test.each([
    '',
    '//',
    '/nothing',
    '/All',
    '/all/more',
    '/all//',
    '/browse',
    '/browse/',
    '/store/UPPER',
    '/store/a_b',
    '/store/a/b',
    '/store/a%20b',
    '/category/ä',
  ])('“%s” is none', (path) => {
    expect(feedAt(path)).toBeUndefined();
  });
});

describe('a part of a feed', () => {
  test('is read back from its address', () => {
    fc.assert(
      fc.property(anyFeed, anyView, (feed, view) => {
        const address = new URL(feedAddress(feed, view), 'http://localhost');
        expect(feedAt(address.pathname)).toEqual(feed);
        expect(feedView(feed, address.searchParams)).toEqual(view);
      }),
    );
  });

  test('that is the feed’s default has the bare address', () => {
    fc.assert(
      fc.property(anyFeed, (feed) => {
        expect(feedAddress(feed, unfilteredView(feed))).toBe(feedPath(feed));
      }),
    );
  });

  test.each([
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=01',
    'page=',
    'page=12345678',
    'sort=random',
    'sort=',
    'hideexpired=yes',
    'page=1&page=2',
  ])('“%s” names none', (query) => {
    expect(feedView({ kind: 'all' }, new URLSearchParams(query))).toBeUndefined();
  });

  test('is not changed by what it does not know', () => {
    expect(feedView({ kind: 'all' }, new URLSearchParams('utm_source=mail&hidden=yes'))).toEqual(unfilteredView({ kind: 'all' }));
  });

  test('tells what narrows and cannot be read, and goes without it', () => {
    const view = feedView({ kind: 'all' }, new URLSearchParams('price_max=cheap&percent_off=120&coupon=yes&filters[store][]=a'));
    expect(view).toMatchObject({ priceMax: undefined, percentOff: undefined, withCoupon: false, filters: { store: ['a'] } });
    expect(view?.problems).toEqual([
      '“cheap” is not a price, and was left out.',
      '“120” is not a percentage, and was left out.',
      'coupon can only be 1, and was left out.',
    ]);
  });
});

describe('another feed', () => {
  const monitors: Feed = { kind: 'category', slug: 'monitors' };

  test('is narrowed and sorted in the same way, from its first page', () => {
    fc.assert(
      fc.property(anyFeed, anyView, anyFeed, (feed, view, other) => {
        const carried = new URL(carriedAddress({ feed, view }, feedPath(other)), 'http://localhost');
        expect(feedAt(carried.pathname)).toEqual(other);
        const own = other.kind in view.filters ? { [other.kind]: [] } : {};
        const sort = view.sort === unfilteredView(feed).sort ? unfilteredView(other).sort : view.sort;
        expect(feedView(other, carried.searchParams)).toEqual({
          ...{ ...view, page: 1, choosing: false, sort },
          filters: { ...view.filters, ...own },
        });
      }),
    );
  });

  test('has its bare address where nothing was chosen, and leads as it did where it is none', () => {
    expect(carriedAddress({ feed: { kind: 'home' }, view: unfilteredView({ kind: 'home' }) }, '/category/monitors')).toBe(
      '/category/monitors',
    );
    expect(carriedAddress({ feed: monitors, view: { ...unfilteredView(monitors), withCoupon: true } }, '/about')).toBe('/about');
  });
});
