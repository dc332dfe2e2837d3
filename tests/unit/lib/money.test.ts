import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, formatMoney, parseMoney, priceText, splitPrice } from '../../../src/lib/money.ts';

const cents = fc.integer({ min: 0, max: 2_147_483_647 });

describe('reading an amount', () => {
  test.each([
    ['1299.99', 129_999],
    ['$1,299.99', 129_999],
    [' $ 15 ', 1_500],
    ['0.5', 50],
    ['free', 0],
    ['FREE', 0],
    ['0', 0],
    ['1,234,567', 123_456_700],
  ])('“%s” is %i cents', (text, expected) => {
    expect(parseMoney(text)).toBe(expected);
  });

  test.each(['', '$', '-1', '1.999', '1,23', '12,34.50', 'about 5', '€5', '1e3', 'NaN', '99999999999', '1.'])(
    '“%s” is no amount',
    (text) => {
      expect(parseMoney(text)).toBeUndefined();
    },
  );

  test('reads back what was written, plain or for people', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(decimal(amount))).toBe(amount);
        expect(parseMoney(formatMoney(amount, 'USD', 'en-US'))).toBe(amount);
        expect(parseMoney(priceText(amount, 'USD', 'en-US'))).toBe(amount);
      }),
    );
  });
});

describe('writing an amount', () => {
  test('a price of nothing is free', () => {
    expect(priceText(0, 'USD', 'en-US')).toBe('free');
    expect(priceText(129_999, 'USD', 'en-US')).toBe('$1,299.99');
    expect(priceText(500, 'EUR', 'en-US')).toBe('€5.00');
  });

  test('its cents are set apart', () => {
    expect(splitPrice('$1,299.99')).toEqual({ whole: '$1,299', cents: '99', after: '' });
    expect(splitPrice('Free')).toEqual({ whole: 'Free', cents: undefined, after: '' });
  });
});
