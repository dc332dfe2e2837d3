import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isStockColumn, readStock } from '../../../src/features/catalogue-files/stock-words.ts';

const spelt = (words: string) =>
  fc
    .tuple(fc.constantFrom(' ', '_', '-', ''), fc.constantFrom('lower', 'upper', 'title'), fc.constantFrom('', ' ', '\u00a0'))
    .map(([between, letters, around]) => {
      const cased = { lower: words, upper: words.toUpperCase(), title: words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) };
      return around + cased[letters].replaceAll(' ', between) + around;
    });

describe('what a partner says of the stock', () => {
  test('is understood in whatever case and with whatever between the words', () => {
    const words = [
      ...['in stock', 'limited availability', 'on backorder', 'made to order', 'yes'].map((word) => [word, true] as const),
      ...['out of stock', 'sold out', 'not available', 'no'].map((word) => [word, false] as const),
    ];
    const written = fc.constantFrom(...words).chain(([word, is]) => spelt(word).map((text) => ({ text, is })));
    fc.assert(
      fc.property(written, ({ text, is }) => {
        expect(readStock(text), text).toBe(is);
      }),
    );
  });

  test('may be how many there are, of which none and less are out of stock', () => {
    fc.assert(
      fc.property(fc.integer(), (count) => {
        expect(readStock(String(count))).toBe(count > 0);
      }),
    );
    const fraction = fc.tuple(fc.nat(999), fc.nat(9_999));
    fc.assert(
      fc.property(fraction, fc.constantFrom('.', ','), ([whole, parts], separator) => {
        expect(readStock(`${whole}${separator}${String(parts).padStart(4, '0')}`)).toBe(whole + parts > 0);
      }),
    );
  });

  test('is not guessed from other words', () => {
    const others = ['', 'maybe', 'stock', 'in', 'out', '12 pieces', 'in stock soon', '-', 'n/a', 'expired', '1-2'];
    fc.assert(
      fc.property(fc.constantFrom(...others), (text) => {
        expect(readStock(text)).toBeUndefined();
      }),
    );
  });

  test('is expected in columns that are called so', () => {
    const names = ['in_stock', 'In Stock', 'In stock?', 'IS_INSTOCK', 'is_instock', 'AVAILABILITY', 'StockAvailability', 'stock_status'];
    for (const name of [...names, 'Stock', 'Variant Inventory Qty', 'offers.inStock', 'g:availability', 'stock_quantity'])
      expect(isStockColumn(name), name).toBe(true);
    for (const name of ['Stockist', 'available from', 'Stock Photo', 'availability_date', 'inventory tracker'])
      expect(isStockColumn(name), name).toBe(false);
  });
});
