import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clickPath, dealPath, deservesBadge, initialOf, threadIdOf, uniqueId } from '../../../src/features/deals/deal.ts';
import { hotRank, score } from '../../../src/lib/hot-rank.ts';

const votes = fc.record({ up: fc.nat(100_000), down: fc.nat(100_000) });
const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const HALF_A_DAY_AND_MORE = 45_000_000;

describe('hot order', () => {
  test('a better score never ranks lower', () => {
    fc.assert(
      fc.property(votes, votes, moment, (one, other, posted) => {
        const [low, high] = score(one) <= score(other) ? [one, other] : [other, one];
        expect(hotRank(low, posted)).toBeLessThanOrEqual(hotRank(high, posted));
      }),
    );
  });

  test('of two deals with the same votes the later one ranks higher', () => {
    fc.assert(
      fc.property(votes, moment, fc.integer({ min: 1_000, max: 1e9 }), (given, posted, later) => {
        expect(hotRank(given, new Date(posted.getTime() + later))).toBeGreaterThan(hotRank(given, posted));
      }),
    );
  });

  test('ten times the score is worth 12.5 hours', () => {
    const posted = new Date('2026-01-01T00:00:00Z');
    expect(hotRank({ up: 100, down: 0 }, posted)).toBeCloseTo(
      hotRank({ up: 10, down: 0 }, new Date(posted.getTime() + HALF_A_DAY_AND_MORE)),
    );
  });

  test('only the difference of votes counts', () => {
    const posted = new Date('2026-01-01T00:00:00Z');
    expect(hotRank({ up: 15, down: 5 }, posted)).toBe(hotRank({ up: 10, down: 0 }, posted));
  });
});

describe('a saving', () => {
  test('has a badge from 15 percent on', () => {
    expect([undefined, 0, 14, 15, 100].map(deservesBadge)).toEqual([false, false, false, true, true]);
  });
});

describe('an address', () => {
  test('of a deal names its thread whatever its title', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.string({ unit: 'binary' }), (threadId, title) => {
        const path = dealPath({ threadId, title });
        expect(path).toMatch(/^\/f\/[a-z0-9-]+$/);
        expect(threadIdOf(path.slice('/f/'.length))).toBe(threadId);
      }),
    );
  });

  test.each(['', '0', '01', '-1', 'abc', '1.5', '1e3', '12a', '1/2', '1234567890123456'])('“%s” names no thread', (slug) => {
    expect(threadIdOf(slug)).toBeUndefined();
  });

  test('of the way out says which kind', () => {
    expect([clickPath('DEAL', 7), clickPath('PCO', 7)]).toEqual(['/click?tid=7', '/click?pcoid=7']);
    expect([uniqueId('DEAL', 7), uniqueId('PCO', 7)]).toEqual(['DEAL-7', 'PCO-7']);
  });
});

test.each([
  ['Acme', 'Lamp', 'A'],
  [null, '“lamp”', 'L'],
  [null, '4K monitor', '4'],
  [null, 'élan', 'É'],
  [null, '!?', '#'],
])('for a missing picture of %s, %s stands %s', (brand, title, expected) => {
  expect(initialOf(brand, title)).toBe(expected);
});
