import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAmount } from '../../../src/lib/read-amount.ts';
import { currencySign, decimal, formatMoney, parseMoney, plainAmount, priceText, shortMoney, splitPrice } from '../../../src/lib/money.ts';

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
  test('among English words has none of the marks that would move its sign and blank, and is isolated with letters from right to left', () => {
    expect(formatMoney(24_999, 'ILS', 'he-IL')).toBe('249.99\u00a0₪');
    expect(shortMoney(500, 'USD', 'he-IL')).toBe('5\u00a0$');
    expect(splitPrice(formatMoney(24_999, 'ILS', 'he-IL'))).toEqual({ whole: '249', cents: '99', after: '\u00a0₪' });
    const dirhams = formatMoney(4_990, 'AED', 'ar-AE');
    expect(dirhams).toBe('\u206849.90\u00a0د.إ.\u2069');
    expect(readAmount(dirhams, { locale: 'ar-AE', currency: undefined, home: 'USD' })).toEqual({ cents: 4_990, currency: 'AED' });
  });

  test('a price of nothing is free', () => {
    expect(priceText(0, 'USD', 'en-US')).toBe('free');
    expect(priceText(129_999, 'USD', 'en-US')).toBe('$1,299.99');
    expect(priceText(500, 'EUR', 'en-US')).toBe('€5.00');
  });

  test('is written as in each country, with the decimals of its currency', () => {
    const written = (currency: string, locale: string) => [
      formatMoney(129_900, currency, locale),
      shortMoney(129_900, currency, locale),
      plainAmount(129_900, currency),
      currencySign(currency, locale),
    ];
    expect(written('USD', 'en-US')).toEqual(['$1,299.00', '$1,299', '1299.00', '$']);
    expect(written('EUR', 'de-DE')).toEqual(['1.299,00\u00a0€', '1.299\u00a0€', '1299.00', '€']);
    expect(written('JPY', 'ja-JP')).toEqual(['￥1,299', '￥1,299', '1299', '￥']);
  });

  test('its cents are set apart, of several amounts none', () => {
    expect(splitPrice('1.299,99\u00a0€')).toEqual({ whole: '1.299', cents: '99', after: '\u00a0€' });
    expect(splitPrice('￥1,299')).toEqual({ whole: '￥1,299', cents: undefined, after: '' });
    expect(splitPrice('from $19.99')).toEqual({ whole: 'from $19', cents: '99', after: '' });
    for (const text of ['$19.99 – $49.99', '2 for $5.50', '30% off', 'Buy one, get one free']) {
      expect(splitPrice(text)).toEqual({ whole: text, cents: undefined, after: '' });
    }
    expect(splitPrice('$1,299.99')).toEqual({ whole: '$1,299', cents: '99', after: '' });
    expect(splitPrice('Free')).toEqual({ whole: 'Free', cents: undefined, after: '' });
  });
});
