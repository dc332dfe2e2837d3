import { expect, test } from 'vitest';
import { readFilters } from '../../../src/features/filters/applied-filters.ts';
import { amountField, crossedPrices } from '../../../src/features/filters/words.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';

test.each([
  [100, 50, 'The lowest price, $100, is above the highest, $50. Swap the two to see more.'],
  [0.01, 0, 'The lowest price, $0.01, is above the highest, $0. Swap the two to see more.'],
  [50, 50, undefined],
  [100, undefined, undefined],
  [undefined, 50, undefined],
])('prices from %s up to %s', (priceMin, priceMax, told) => {
  expect(crossedPrices({ priceMin, priceMax }, DEFAULT_REGION)).toBe(told);
});

test.each([
  ['en-US', 29.9, '29.90'],
  ['de-DE', 29.9, '29,90'],
  ['de-DE', 1_299, '1299'],
  ['ar-EG', 1_299.5, '١٢٩٩٫٥٠'],
])('in %s the field of a price shows %d as “%s”, and reads it again', (locale, amount, shown) => {
  expect(amountField(amount, { ...DEFAULT_REGION, locale })).toBe(shown);
  expect(readFilters(new URLSearchParams({ price_max: shown })).narrowing.priceMax).toBe(amount);
});
