import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSort, feedAddress, feedAt, feedPath, feedView, SORTS, type Feed } from '../../../src/features/feeds/address.ts';

const slug = fc.stringMatching(/^[a-z0-9-]+$/).filter((text) => text.length > 0);
const anyFeed: fc.Arbitrary<Feed> = fc.oneof(
  fc.constantFrom<Feed>({ kind: 'home' }, { kind: 'all' }, { kind: 'for-you' }, { kind: 'popular' }),
  fc.record({ kind: fc.constantFrom('browse', 'category', 'store', 'brand'), slug }),
);
const anyView = fc.record({ page: fc.integer({ min: 1, max: 9_999_999 }), sort: fc.constantFrom(...SORTS), hideExpired: fc.boolean() });

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
        expect(feedAddress(feed, { page: 1, sort: defaultSort(feed), hideExpired: false })).toBe(feedPath(feed));
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
    expect(feedView({ kind: 'all' }, new URLSearchParams('utm_source=mail&hidden=yes'))).toEqual({
      page: 1,
      sort: 'new',
      hideExpired: false,
    });
  });
});
