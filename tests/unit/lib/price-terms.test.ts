import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimal, shortMoney } from '../../../src/lib/money.ts';
import { parsePrice, termsText, type PriceTerms } from '../../../src/lib/price-terms.ts';

const amount = fc.integer({ min: 1, max: 2_000_000 });
const percent = fc.integer({ min: 1, max: 99 });
const pieces = fc.integer({ min: 1, max: 99 });

const terms: fc.Arbitrary<PriceTerms> = fc.oneof(
  fc.record({ kind: fc.constant('percent' as const), percent, upTo: fc.constant(true as const) }, { requiredKeys: ['kind', 'percent'] }),
  fc.record({ kind: fc.constant('range' as const), from: amount }),
  fc.tuple(amount, amount).map(([from, more]) => ({ kind: 'range' as const, from, to: from + more })),
  fc.record({ kind: fc.constant('multi' as const), quantity: fc.integer({ min: 2, max: 999 }), total: amount }),
  fc.record({ kind: fc.constant('bogo' as const), buy: pieces, get: pieces, percent: fc.oneof(percent, fc.constant(100)) }),
  fc.record({ kind: fc.constant('off' as const), amount }),
);

describe('a price as stores print it', () => {
  test.each([
    ['19.99', 1_999, null],
    ['free', 0, null],
    ['30% off', null, { kind: 'percent', percent: 30 }],
    ['30 % OFF', null, { kind: 'percent', percent: 30 }],
    ['Save 30%', null, { kind: 'percent', percent: 30 }],
    ['up to 70% off', null, { kind: 'percent', percent: 70, upTo: true }],
    ['$19.99 - $49.99', 1_999, { kind: 'range', from: 1_999, to: 4_999 }],
    ['$19.99 – $1,049.99', 1_999, { kind: 'range', from: 1_999, to: 104_999 }],
    ['19.99 to 49.99', 1_999, { kind: 'range', from: 1_999, to: 4_999 }],
    ['20 - 50', 2_000, { kind: 'range', from: 2_000, to: 5_000 }],
    ['$20-$50', 2_000, { kind: 'range', from: 2_000, to: 5_000 }],
    ['from $19.99', 1_999, { kind: 'range', from: 1_999 }],
    ['Starting at $20', 2_000, { kind: 'range', from: 2_000 }],
    ['$20 and up', 2_000, { kind: 'range', from: 2_000 }],
    ['$20+', 2_000, { kind: 'range', from: 2_000 }],
    ['2 for $5', 250, { kind: 'multi', quantity: 2, total: 500 }],
    ['3/$10', 333, { kind: 'multi', quantity: 3, total: 1_000 }],
    ['BOGO', null, { kind: 'bogo', buy: 1, get: 1, percent: 100 }],
    ['BOGO 50% off', null, { kind: 'bogo', buy: 1, get: 1, percent: 50 }],
    ['Buy one, get one free', null, { kind: 'bogo', buy: 1, get: 1, percent: 100 }],
    ['buy 1 get 1 50% off', null, { kind: 'bogo', buy: 1, get: 1, percent: 50 }],
    ['Buy 2 Get 1 Half Off', null, { kind: 'bogo', buy: 2, get: 1, percent: 50 }],
    ['save $6', null, { kind: 'off', amount: 600 }],
    ['$6 off', null, { kind: 'off', amount: 600 }],
  ])('“%s”', (text, cents, expected) => {
    expect(parsePrice(text)).toEqual({ cents, terms: expected });
  });

  test.each([
    '',
    'cheap',
    '3 for 2',
    '0% off',
    '100% off',
    '1 for $5',
    '2 for free',
    'from free',
    '$20 - $10',
    '$20 - $x',
    'save',
    'off',
    'buy 0 get 1',
    '12-99',
    '2026-01-31',
  ])('“%s” is no price', (text) => {
    expect(parsePrice(text)).toBeUndefined();
  });

  test('is read back as it was written, for files and for people', () => {
    fc.assert(
      fc.property(terms, (given) => {
        expect(parsePrice(termsText(given, decimal))?.terms).toEqual(given);
        expect(parsePrice(termsText(given, (cents) => shortMoney(cents, 'USD', 'en-US')))?.terms).toEqual(given);
      }),
    );
  });

  test('what is read from any text is written and read the same again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parsePrice(text);
        if (read?.terms) expect(parsePrice(termsText(read.terms, decimal))).toEqual(read);
      }),
    );
  });
});

test('terms for people', () => {
  const said = (given: PriceTerms) => termsText(given, (cents) => shortMoney(cents, 'USD', 'en-US'));
  expect([
    said({ kind: 'multi', quantity: 2, total: 500 }),
    said({ kind: 'range', from: 1_999, to: 4_999 }),
    said({ kind: 'range', from: 1_999 }),
    said({ kind: 'bogo', buy: 1, get: 1, percent: 50 }),
    said({ kind: 'off', amount: 600 }),
  ]).toEqual(['2 for $5', '$19.99 – $49.99', 'from $19.99', 'Buy one, get one 50% off', 'Save $6']);
});
