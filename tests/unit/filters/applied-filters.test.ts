import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addFilters,
  choicesIn,
  isFiltered,
  readFilters,
  withFilterToggled,
  withoutFilters,
} from '../../../src/features/filters/applied-filters.ts';
import { searchAddress, searchQuery } from '../../../src/features/search/query.ts';
import { anyFilters } from '../../support/any-filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query)).narrowing;

describe('what narrows', () => {
  test('is read back as it was written, and counted', () => {
    fc.assert(
      fc.property(anyFilters, (narrowing) => {
        const params = new URLSearchParams();
        addFilters(params, narrowing);
        expect({ ...readFilters(params).narrowing, hideExpired: params.get('hideexpired') === '1' }).toEqual(narrowing);
        expect(isFiltered(narrowing)).toBe(params.size > 0);
        expect(choicesIn(withoutFilters(narrowing))).toBe(0);
      }),
    );
  });

  test('may be a chip of the form, which means a highest price', () => {
    expect(read('price=50&price_min=10&price_max=')).toMatchObject({ priceMin: undefined, priceMax: 50 });
    expect(read('price=&price_min=10&price_max=20')).toMatchObject({ priceMin: undefined, priceMax: undefined });
    expect(read('price=other&price_min=10&price_max=20')).toMatchObject({ priceMin: 10, priceMax: 20 });
    expect(read('price=other&price_min=9,90&price_max=1.299,50')).toMatchObject({ priceMin: 9.9, priceMax: 1_299.5 });
    expect(readFilters(new URLSearchParams('price=cheap')).problems).toEqual(['“cheap” is not a price, and was left out.']);
  });
});

test('the forum has a short name in addresses, which counts where the long one says nothing', () => {
  const forums = (query: string) => [read(query).filters.forum, searchQuery(new URLSearchParams(query))?.filters.forum];
  expect(forums('f=hot-deals')).toEqual([['hot-deals'], ['hot-deals']]);
  expect(forums('f=3&filters[forum][]=')).toEqual([['3'], ['3']]);
  expect(forums('f=3&filters[forum][]=4')).toEqual([['4'], ['4']]);
  expect(forums('f=&f=%00')).toEqual([[], []]);
});

describe('a filter', () => {
  const query = searchQuery(new URLSearchParams('q=lamp&filters[store][]=7&filters[brand][]=3'))!;

  test('is chosen, and taken away by its id or its slug', () => {
    expect(withFilterToggled(query, 'store', ['8', 'north-mart']).filters.store).toEqual(['7', '8']);
    expect(withFilterToggled(query, 'store', ['7', 'corner-shop']).filters.store).toEqual([]);
    expect(
      withFilterToggled(searchQuery(new URLSearchParams('filters[store][]=corner-shop'))!, 'store', ['7', 'corner-shop']).filters.store,
    ).toEqual([]);
  });

  test('and all others go at once', () => {
    expect(isFiltered(query)).toBe(true);
    expect(isFiltered(withoutFilters(query))).toBe(false);
    expect(searchAddress(withoutFilters(query))).toBe('/search?q=lamp');
  });
});
