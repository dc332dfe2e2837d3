import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { originForm, parseTarget } from '../../../src/server/http/target.ts';

describe('where a request goes', () => {
  test.each([
    ['/', '/', ''],
    ['/all?page=2', '/all', 'page=2'],
    ['/all?', '/all', ''],
    ['/a?b?c', '/a', 'b?c'],
    ['//x', '//x', ''],
    ['/a%20b', '/a%20b', ''],
    ['/a/../b', '/a/../b', ''],
  ])('%s', (url, path, query) => {
    expect(parseTarget(url)).toEqual({ path, query });
  });

  test.each([
    undefined,
    '',
    'all',
    '*',
    'http://evil.example/',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/a%00',
    '/a%0a',
    '/a%0D',
    '/a\\b',
    '/a%5cb',
    `/${'a'.repeat(8_192)}`,
  ])('%s is no address', (url) => {
    expect(parseTarget(url)).toBeUndefined();
  });

  test('loses nothing of what was sent', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const url = `${path.startsWith('/') ? path : `/${path}`}?${query}`;
        const target = parseTarget(url);
        if (target) expect(`${target.path}?${target.query}`).toBe(url);
      }),
    );
  });
});

test.each([
  ['http://deals.example/all?page=2', '/all?page=2'],
  ['HTTPS://Deals.Example/', '/'],
  ['http://deals.example:80', '/'],
  ['https://deals.example:443?page=2', '/?page=2'],
  ['http://deals.example//x', '//x'],
  ['/all?http://deals.example/', '/all?http://deals.example/'],
])('%s is the address of a page of this host', (url, path) => {
  expect(originForm(url, 'deals.example')).toBe(path);
});

test.each([
  'http://evil.example/',
  'http://deals.example.evil.example/',
  'http://deals.example:81/',
  'ftp://deals.example/',
  'deals.example:443',
  '*',
])('%s is none', (url) => expect(originForm(url, 'deals.example')).toBe(url));
