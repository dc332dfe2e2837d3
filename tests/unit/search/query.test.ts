import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchAddress, searchQuery, SORTS } from '../../../src/features/search/query.ts';
import { oneSpelling } from '../../../src/lib/one-spelling.ts';
import { anyFilters } from '../../support/any-filters.ts';

const read = (query: string) => searchQuery(new URLSearchParams(query));

describe('a search address', () => {
  test('asks for words, filters, an order and a page', () => {
    expect(
      read(
        'q=+desk+lamp+&filters[store][]=a&filters[store][]=b&filters[brand][]=c&filters[category][]=d&f=1&page=2' +
          '&price_min=10&price_max=$1,200.50&percent_off=25%25&coupon=1&sort=price',
      ),
    ).toEqual({
      q: 'desk lamp',
      page: 2,
      sort: 'price',
      filters: { store: ['a', 'b'], brand: ['c'], category: ['d'], forum: ['1'] },
      priceMin: 10,
      priceMax: 1200.5,
      percentOff: 25,
      hideExpired: false,
      withCoupon: true,
      offersOnly: false,
      problems: [],
    });
  });

  test('asks for words in one spelling, wherever they were copied from', () => {
    expect(read(`q=${encodeURIComponent('か\u3099んは\u3099り Fahr\u00adrad')}`)?.q).toBe('がんばり Fahrrad');
  });

  test('names the forum in one of two ways, the filter first', () => {
    expect(read('filters[forum][]=2&f=1')?.filters.forum).toEqual(['2']);
    expect(read('f=')?.filters.forum).toEqual([]);
  });

  test('takes no more than a person means', () => {
    expect(read(`q=${'a'.repeat(500)}`)?.q).toHaveLength(200);
    expect(read(Array.from({ length: 50 }, (_, index) => `filters[store][]=s${index}`).join('&'))?.filters.store).toHaveLength(20);
    expect(read('q=%F0%9F%98%80'.padEnd(3000, '%F0%9F%98%80'))?.q.isWellFormed()).toBe(true);
  });

  test.each(['page=0', 'page=abc', 'page=-1', 'page=', 'page=12345678'])('“%s” is no page', (query) => {
    expect(read(query)).toBeUndefined();
  });

  test.each([
    ['price_max=cheap', '“cheap” is not a price, and was left out.'],
    ['price_min=-5', '“-5” is not a price, and was left out.'],
    ['price_max=99999999999', '“99999999999” is not a price, and was left out.'],
    ['percent_off=120', '“120” is not a percentage, and was left out.'],
  ])('%s is told and left out', (query, problem) => {
    expect(read(query)).toMatchObject({ priceMin: undefined, priceMax: undefined, percentOff: undefined, problems: [problem] });
  });

  test('may ask for what is free', () => expect(read('price_max=free')?.priceMax).toBe(0));

  test('is sorted by what fits, unless it says otherwise (spec §9)', () => {
    expect(read('q=')?.sort).toBe('newest');
    expect(read('q=lamp')?.sort).toBe('relevance');
    expect(read('q=lamp&sort=new')?.sort).toBe('newest');
    expect(read('q=&sort=relevance')?.sort).toBe('newest');
    // A name of something that every object has is no order either.
    for (const none of ['sideways', 'constructor', '__proto__']) expect(read(`q=lamp&sort=${none}`)?.sort).toBe('relevance');
  });

  test('is read back as it was written', () => {
    const query = fc.record({
      q: fc.string({ maxLength: 100, unit: 'grapheme' }).map((text) => oneSpelling(text.replace(/[\x00-\x1f\x7f]/g, '').trim())),
      page: fc.integer({ min: 1, max: 9_999_999 }),
      sort: fc.constantFrom(...SORTS),
      narrowing: anyFilters,
      offersOnly: fc.boolean(),
      problems: fc.constant<string[]>([]),
    });
    fc.assert(
      fc.property(query, ({ narrowing, ...rest }) => {
        const asked = { ...rest, ...narrowing };
        const sort = asked.q === '' && asked.sort === 'relevance' ? 'newest' : asked.sort;
        expect(read(searchAddress({ ...asked, sort }, asked.page).split('?')[1]!)).toEqual({ ...asked, sort });
      }),
    );
  });
});
