import { expect, test } from 'vitest';
import { suggestedPrices } from '../../../src/features/filters/suggested-prices.ts';

test.each([
  ['USD', [25, 50, 100, 200]],
  ['EUR', [25, 50, 100, 200]],
  ['BRL', [25, 50, 100, 200]],
  ['EGP', [250, 500, 1_000, 2_000]],
  ['JPY', [2_500, 5_000, 10_000, 20_000]],
  ['INR', [2_500, 5_000, 10_000, 20_000]],
  ['KRW', [25_000, 50_000, 100_000, 200_000]],
  ['VND', [250_000, 500_000, 1_000_000, 2_000_000]],
])('the filters of a site in %s suggest prices that things have there', (currency, prices) => {
  expect(suggestedPrices(currency)).toEqual(prices);
});
