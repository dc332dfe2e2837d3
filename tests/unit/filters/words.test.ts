import { expect, test } from 'vitest';
import { crossedPrices } from '../../../src/features/filters/words.ts';
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
