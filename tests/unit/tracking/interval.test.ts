import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf, shareOf } from '../../../src/features/tracking/interval.ts';

test('the published examples of Newcombe (1998) come out', () => {
  // Single proportion, table I (81 of 263, method 3) and difference, table II (56 of 70 against 48 of 80, method 10).
  const single = shareOf(81, 263)!;
  expect([single.low, single.high].map((bound) => bound.toFixed(4))).toEqual(['0.2553', '0.3662']);
  const difference = differenceOf(shareOf(56, 70)!, shareOf(48, 80)!);
  expect([difference.share, difference.low, difference.high].map((bound) => bound.toFixed(4))).toEqual(['0.2000', '0.0524', '0.3339']);
});

test('an interval holds its share, and stays between 0 and 1', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1000), (part, more) => {
      const found = shareOf(part, part + more);
      if (!found) {
        expect(part + more).toBe(0);
        return;
      }
      const { share, low, high } = found;
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low - 1e-9).toBeLessThanOrEqual(share);
      expect(high + 1e-9).toBeGreaterThanOrEqual(share);
    }),
    { examples: [[0, 0]] },
  );
});
