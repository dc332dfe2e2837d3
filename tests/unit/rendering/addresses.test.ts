import { describe, expect, test } from 'vitest';
import { PUBLISHED_PAGES } from '../../../src/features/feeds/address.ts';
import { notFoundMessage } from '../../../src/lib/not-found.ts';
import { addressOf, fileOf, publishedName } from '../../../src/features/rendering/addresses.ts';

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
    ['/robots.txt/', '', '/robots.txt/'],
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
    'filters[store][]=amazon',
    'filters%5Bbrand%5D%5B%5D=3',
    'filters=1',
    'price=25',
    'price_min=',
    'price_max=25',
    'percent_off=10',
    'coupon=1',
    'f=3',
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

test.each([
  ['/', 'index.html'],
  ['/popular', 'popular/index.html'],
  ['/f/12-desk-lamp', 'f/12-desk-lamp/index.html'],
  ['/?page=2', '_page/2.html'],
  ['/category/lamps?page=5', 'category/lamps/_page/5.html'],
  ['/_payload.json', '_payload.json'],
  ['/f/12-desk-lamp/_payload.json', 'f/12-desk-lamp/_payload.json'],
  ['/all/feed.xml', 'all/feed.xml'],
  ['/robots.txt', 'robots.txt'],
])('%s is published in the file %s, and that is the file of no other address', (address, file) => {
  expect([fileOf(address), addressOf(file), addressOf(`${file}.br`), addressOf(`${file}.gz`)]).toEqual([file, address, address, address]);
});

test('what concerns one visitor alone is in no published file', () => {
  expect([publishedName('/', 'do=resetpassword&hash=x'), publishedName('/', 'do=concluded')]).toEqual([undefined, undefined]);
  expect(publishedName('/', 'do=other')).toBe('/');
});

test('the file of a later page is that page, under its own name too', () => {
  expect([publishedName('/popular/_page/2.html', ''), publishedName('/_page/3.html', '')]).toEqual(['/popular?page=2', '/?page=3']);
  expect(publishedName('/popular/_page/1.html', '')).toBe('/popular/_page/1.html');
});
