import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PRERENDERED_PAGES, type Feed } from '../../../src/features/feeds/address.ts';
import { addressOfFile, feedFile, notFoundMessage, publishedName } from '../../../src/features/publishing/addresses.ts';

describe('an unknown path', () => {
  test.each(['/f/1', '/f', '/pco/', '/search/x', '/account/x', '/opt-in/x', '/web-api/', '/click/x'])('below a route: %s', (path) => {
    expect(notFoundMessage(path)).toBe(`Page not found: ${path}`);
  });

  test.each(['/x', '/all/x', '/fun', '/F/1', '//f', '/%66/1'])('of the catch-all: %s', (path) => {
    expect(notFoundMessage(path)).toBe(`Page Not Found: ${path}`);
  });
});

test('the file of a feed’s page stands for its address', () => {
  const feeds: Feed[] = [{ kind: 'home' }, { kind: 'all' }, { kind: 'store', slug: 'corner-shop' }];
  fc.assert(
    fc.property(fc.constantFrom(...feeds), fc.integer({ min: 1, max: 99 }), (feed, page) => {
      expect(addressOfFile(feedFile(feed, page))).toEqual({ path: feedFile(feed, 1), page });
    }),
  );
});

describe('the name under which a page is published', () => {
  test.each([
    ['/', '', '/'],
    ['/all', '', '/all'],
    ['/all/', '', '/all'],
    ['/all', 'page=1', '/all'],
    ['/all', 'page=2', '/all?page=2'],
    ['/all', 'utm_source=mail', '/all'],
    ['/all', 'fbclid=1&page=3', '/all?page=3'],
    ['/', 'page=2', '/?page=2'],
  ])('%s with “%s” is %s', (path, query, expected) => {
    expect(publishedName(path, query)).toBe(expected);
  });

  test.each(['sort=price', 'hideexpired=1', 'page=0', 'page=abc', 'page=02', `page=${PRERENDERED_PAGES + 1}`, 'page='])(
    'there is none for “%s”',
    (query) => {
      expect(publishedName('/all', query)).toBeUndefined();
    },
  );
});
