import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeAmounts } from '../../../src/features/catalogue-files/matching/amounts.ts';
import { cleanTitle } from '../../../src/features/catalogue-files/matching/clean-title.ts';
import { compareTitles, SAME_PRODUCT } from '../../../src/features/catalogue-files/matching/compare-titles.ts';
import { readTitle } from '../../../src/features/catalogue-files/matching/read-title.ts';
import { byLikeness, figuresOf } from '../../bench/duplicates/duplicates.ts';
import { readLabelledPairs } from '../../bench/duplicates/labelled-pairs.ts';

const pairs = readLabelledPairs();
const similarity = (one: string, other: string, store = '') => compareTitles(readTitle(one, store), readTitle(other, store));
const aTitle = fc.constantFrom(...pairs.flatMap(({ titles }) => titles));

describe('two titles', () => {
  test.each(['develop', 'held-out'] as const)('are told apart well enough: %s', (part) => {
    const { recall, precision } = figuresOf(
      pairs.filter((pair) => pair.part === part),
      byLikeness,
    );
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.95);
  });

  const isSymmetric = (one: string, other: string) => {
    expect(similarity(one, other)).toBeCloseTo(similarity(other, one), 10);
  };
  const isFound = (one: string, other: string) => {
    expect(similarity(one, other)).toBeGreaterThanOrEqual(SAME_PRODUCT);
  };

  test('are as much alike either way round', () => {
    fc.assert(fc.property(aTitle, aTitle, isSymmetric));
    fc.assert(fc.property(fc.string(), fc.string(), isSymmetric));
  });

  test('that are the same text are alike to the full', () => {
    fc.assert(
      fc.property(fc.oneof(aTitle, fc.string({ unit: 'grapheme' })), (title) => {
        expect(similarity(title, title)).toBeCloseTo(1, 10);
      }),
    );
  });

  const NOISE = [' + free shipping', ' w/ coupon', ' (YMMV)', ' - $49.99', ' w/ Prime', ' after 20% off coupon', ' for $12 shipped'];
  test('are the same product whatever is said of price and shipping', () => {
    fc.assert(fc.property(aTitle, fc.constantFrom(...NOISE), (title, noise) => isFound(title, title + noise)));
  });

  test.each(['Amazon: ', '[Walmart] ', 'Best Buy - '])('are the same product behind the name of a shop: %s', (shop) => {
    fc.assert(fc.property(aTitle, (title) => isFound(title, shop + title)));
  });

  test('are the same product in any order of their words', () => {
    const words = ['Zeta', 'Quantum', 'Grinder', 'Burr', 'Espresso', 'K40', '500ml', 'Walnut'];
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: 3 }), (shuffled) => {
        const sorted = shuffled.toSorted();
        expect(similarity(shuffled.join(' '), sorted.join(' '))).toBeGreaterThanOrEqual(SAME_PRODUCT);
      }),
    );
  });

  test.each([
    ['Zeta kettle 1 l', 'Zeta kettle 1.7 l'],
    ['Zeta soap 3-pack', 'Zeta soap, 6 pk'],
    ['Zeta drive 1TB', 'Zeta drive 2000 GB'],
    ['Zeta X200 grinder', 'Zeta X300 grinder'],
    ['Zeta phone 15', 'Zeta phone 16'],
    ['Zeta phone (refurbished)', 'Zeta phone'],
    ["Zeta men's jacket", 'Zeta womens jacket'],
    ['Case for Zeta phone', 'Zeta phone'],
    ['Zeta phone Pro', 'Zeta phone'],
  ])('are two products: %s, %s', (one, other) => {
    expect(similarity(one, other)).toBeLessThan(SAME_PRODUCT);
  });

  test.each([
    ['Zeta kettle 16 oz', 'ZETA Kettle - 1 lb'],
    ['Zeta monitor 27"', 'Zeta 27-inch monitor'],
    ['Zeta cable 6ft, 2-pack', '2 pk Zeta cables (6 feet)'],
    ['Zeta drive 1TB', 'Zeta drive 1000GB, Black'],
    ['Zeta WH-1000 headphones', 'Zeta WH1000 headphones'],
    ['Tom &amp; Co. biscuits', 'Tom & Co biscuit'],
  ])('are one product: %s, %s', (one, other) => {
    expect(similarity(one, other)).toBeGreaterThanOrEqual(SAME_PRODUCT);
  });
});

test('a title is read without its offer', () => {
  expect(cleanTitle('Amazon: Café Grinder® K&quot;2 for $19.99 + Free Shipping w/ Prime')).toBe('cafe grinder k"2');
});

test.each<[string, Record<string, number[]>]>([
  ['soap 12 oz pack of 3', { ounces: [12], count: [3] }],
  ['ram 32gb (2x16gb)', { gigabytes: [32] }],
  ['water 24 x 500 ml', { ounces: [16.907], count: [24] }],
  ['hose 1/2 in 50 ft', { inches: [0.5, 600] }],
  ['for dogs 45-88 lbs', { ounces: [720, 1408] }],
  ['9-in-1 cooker', { functions: [9] }],
])('amounts are read: %s', (title, amounts) => {
  expect(Object.fromEntries(takeAmounts(title).amounts)).toEqual(amounts);
});
