import { describe, expect, test } from 'vitest';
import { PUBLISHED_PAGES } from '../../../src/features/feeds/address.ts';
import { notFoundMessage } from '../../../src/lib/not-found.ts';
import { publishedName } from '../../../src/features/rendering/addresses.ts';

describe('an unknown path', () => {
  test.each(['/f/1', '/f', '/pco/', '/search/x', '/account/x', '/opt-in/x', '/web-api/', '/click/x'])('below a route: %s', (path) => {
    expect(notFoundMessage(path)).toBe(`Page not found: ${path}`);
  });

  test.each(['/x', '/all/x', '/fun', '/F/1', '//f', '/%66/1'])('of the catch-all: %s', (path) => {
    expect(notFoundMessage(path)).toBe(`Page Not Found: ${path}`);
  });
});

describe('the name under which a page is published', () => {
  test.each([
    ['/', '', '/'],
    ['/all', '', '/all'],
    ['/all/', '', '/all'],
    ['/all//', '', '/all//'],
    ['//', '', '//'],
    ['/all', 'page=1', '/all'],
    ['/all', 'page=2', '/all?page=2'],
    ['/all', 'utm_source=mail', '/all'],
    ['/all', 'fbclid=1&page=3', '/all?page=3'],
    ['/', 'page=2', '/?page=2'],
  ])('%s with “%s” is %s', (path, query, expected) => {
    expect(publishedName(path, query)).toBe(expected);
  });

  test.each([
    'sort=price',
    'hideexpired=1',
    'page=0',
    'page=abc',
    'page=02',
    'page=1&page=2',
    'page=1e0',
    'page=%201',
    `page=${PUBLISHED_PAGES + 1}`,
    'page=',
  ])('there is none for “%s”', (query) => {
    expect(publishedName('/all', query)).toBeUndefined();
  });
});
