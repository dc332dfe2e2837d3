import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTarget } from '../../../src/server/http/target.ts';

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
