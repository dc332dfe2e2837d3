import { expect, test } from 'vitest';
import { offerPath, savingText } from '../../../src/features/offers/offer.ts';

test.each([
  [{ type: 'coupon', percent: 20, amountText: null }, '20% off'],
  [{ type: 'coupon', percent: null, amountText: '$5.00' }, '$5.00 off'],
  [{ type: 'cashback', percent: 4, amountText: null }, '4% cash back'],
  [{ type: 'cashback', percent: null, amountText: '$15.00' }, '$15.00 cash back'],
  [{ type: 'coupon', percent: null, amountText: null }, null],
] as const)('%o saves %s', (offer, expected) => {
  expect(savingText(offer, { locale: 'en-US' })).toBe(expected);
});

test('a saving has the decimals of the language', () => {
  const offer = { type: 'cashback', percent: 7.5, amountText: null } as const;
  expect(['pt-BR', 'ja-JP'].map((locale) => savingText(offer, { locale }))).toEqual(['7,5% cash back', '7.5% cash back']);
});

test('an offer lives at its id', () => {
  expect(offerPath(12)).toBe('/pco/12');
});
