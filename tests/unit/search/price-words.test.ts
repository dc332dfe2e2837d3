import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readPriceWords } from '../../../src/features/search/price-words.ts';

it.each([
  ['rtx 4070 under 600', { rest: 'rtx 4070', max: 600, matchedText: 'under 600' }],
  ['monitor below $1,299.99', { rest: 'monitor', max: 1299.99, matchedText: 'below $1,299.99' }],
  ['laptop under 1k', { rest: 'laptop', max: 1000, matchedText: 'under 1k' }],
  ['under 20 dollars gifts', { rest: 'gifts', max: 20, matchedText: 'under 20 dollars' }],
  ['lamp <30', { rest: 'lamp', max: 30, matchedText: '<30' }],
  ['watch over $100', { rest: 'watch', min: 100, matchedText: 'over $100' }],
  ['chair $50-$100', { rest: 'chair', min: 50, max: 100, matchedText: '$50-$100' }],
  ['desk between 200 and 100 bucks', { rest: 'desk', min: 100, max: 200, matchedText: 'between 200 and 100 bucks' }],
  ['sofa from 300 to 500', { rest: 'sofa', min: 300, max: 500, matchedText: 'from 300 to 500' }],
])('%s', (query, read) => expect(readPriceWords(query)).toEqual(read));

it.each([
  'meals under 30 minutes',
  'monitor over 27 inch',
  'ssd over 500 gb',
  'under desk shelf',
  'over-ear headphones',
  'rtx 4070',
  'up to 50% off',
  '',
])('“%s” says nothing of a price', (query) => expect(readPriceWords(query)).toEqual({ rest: query }));

test('anything can be typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const { rest, min = 0, max = 0 } = readPriceWords(query);
      expect(rest.length).toBeLessThanOrEqual(query.length);
      expect(min + max).toBeGreaterThanOrEqual(0);
    }),
  );
});
