import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptedEncodings } from '../../../src/server/http/encoding.ts';

describe('accepted encodings', () => {
  test.each([
    [undefined, ['identity']],
    ['', ['identity']],
    ['gzip', ['gzip', 'identity']],
    ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
    ['BR', ['br', 'identity']],
    ['br;q=0, gzip;q=0.1', ['gzip', 'identity']],
    ['br ; q=0.0 , gzip', ['gzip', 'identity']],
    ['*', ['br', 'gzip', 'identity']],
    ['*;q=0, br', ['br', 'identity']],
    ['gzip;q=0, *', ['br', 'identity']],
    ['br;q=nonsense', ['identity']],
  ])('of “%s” are %j', (header, expected) => {
    expect(acceptedEncodings(header)).toEqual(expected);
  });

  test('always end in identity, whatever the header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        expect(acceptedEncodings(header).at(-1)).toBe('identity');
      }),
    );
  });
});
