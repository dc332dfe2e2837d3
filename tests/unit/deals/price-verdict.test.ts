import { describe, expect, test } from 'vitest';
import { wasPrice } from '../../../src/features/deals/price-text.ts';
import { isReduced, priceVerdict } from '../../../src/features/deals/price-verdict.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';
import { shortMoney } from '../../../src/lib/money.ts';

const money = (cents: number) => shortMoney(cents, 'USD', 'en-US');
const row = { price_cents: 10_000, prior_cents: null, low_cents: null, at_lowest: false };

describe('a verdict', () => {
  test.each([
    [{ at_lowest: true, prior_cents: 12_000 }, 'Lowest seen'],
    [{ prior_cents: 12_000, low_cents: 9_000 }, 'Lowest in 30 days'],
    [{ prior_cents: 10_000, low_cents: 5_000 }, '$50 above its low'],
    [{ low_cents: 9_950 }, '$0.50 above its low'],
    [{ prior_cents: 9_000 }, undefined],
    [{ price_cents: null, low_cents: 9_000 }, undefined],
    [{}, undefined],
  ])('of %o is %s', (known, said) => {
    expect(priceVerdict({ ...row, ...known }, money)).toBe(said);
  });

  test('calls nothing reduced that is not less', () => {
    expect([null, 9_999, 10_000, 10_001].map((prior_cents) => isReduced({ ...row, prior_cents }))).toEqual([false, false, false, true]);
  });
});

describe('what a poster compares with', () => {
  const said = { price_cents: 80_000, prior_cents: null, list_price_cents: 99_200, list_price_seen: '2024-03-31', currency: 'USD' };
  test.each([
    [{}, 'was $992 in Mar 2024'],
    [{ list_price_cents: 99_250, list_price_seen: null }, 'list price $992.50'],
    [{ price_cents: null }, 'was $992 in Mar 2024'],
    [{ price_cents: 99_200 }, undefined],
    [{ list_price_cents: null }, undefined],
    [{ prior_cents: 70_000 }, undefined],
  ])('with %o reads %s', (known, words) => {
    expect(wasPrice({ ...said, ...known }, DEFAULT_REGION)).toBe(words);
  });
});
