import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchAddress, searchQuery } from '../../../src/features/search/query.ts';

const read = (query: string) => searchQuery(new URLSearchParams(query));

describe('a search address', () => {
  test('asks for words, filters and a page', () => {
    expect(read('q=+desk+lamp+&filters[store][]=a&filters[store][]=b&filters[brand][]=c&filters[category][]=d&f=1&page=2')).toEqual({
      q: 'desk lamp',
      page: 2,
      stores: ['a', 'b'],
      brands: ['c'],
      categories: ['d'],
      forum: '1',
      hideExpired: false,
    });
  });

  test('names the forum in one of two ways, the filter first', () => {
    expect(read('filters[forum][]=2&f=1')?.forum).toBe('2');
    expect(read('f=')?.forum).toBeUndefined();
  });

  test('takes no more than a person means', () => {
    expect(read(`q=${'a'.repeat(500)}`)?.q).toHaveLength(200);
    expect(read('filters[store][]=a&'.repeat(50))?.stores).toHaveLength(20);
  });

  test.each(['page=0', 'page=abc', 'page=-1', 'page=', 'page=12345678'])('“%s” is no page', (query) => {
    expect(read(query)).toBeUndefined();
  });

  test('is read back as it was written', () => {
    const names = fc.array(fc.stringMatching(/^[a-z0-9-]{1,20}$/), { maxLength: 5 });
    const query = fc.record({
      q: fc.string({ maxLength: 100 }).map((text) => text.trim()),
      page: fc.integer({ min: 1, max: 9_999_999 }),
      stores: names,
      brands: names,
      categories: names,
      forum: fc.option(fc.stringMatching(/^[a-z0-9-]{1,9}$/), { nil: undefined }),
      hideExpired: fc.boolean(),
    });
    fc.assert(
      fc.property(query, (asked) => {
        expect(read(searchAddress(asked, asked.page).split('?')[1]!)).toEqual(asked);
      }),
    );
  });
});
