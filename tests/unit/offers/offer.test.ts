import { expect, test } from 'vitest';
import { offerPath, savingText } from '../../../src/features/offers/offer.ts';

test.each([
  [{ type: 'coupon', percent: 20, amountText: null }, '20% off'],
  [{ type: 'coupon', percent: null, amountText: '$5.00' }, '$5.00 off'],
  [{ type: 'cashback', percent: 4, amountText: null }, '4% cash back'],
  [{ type: 'cashback', percent: null, amountText: '$15.00' }, '$15.00 cash back'],
  [{ type: 'coupon', percent: null, amountText: null }, null],
] as const)('%o saves %s', (offer, expected) => {
  expect(savingText(offer)).toBe(expected);
});

test('an offer lives at its id', () => {
  expect(offerPath(12)).toBe('/pco/12');
});
