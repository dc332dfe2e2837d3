import fc from 'fast-check';
import { expect, test } from 'vitest';
import { progressAfter } from '../../../src/features/shell/loading-bar.ts';

const time = fc.double({ min: 0, max: 600_000, noNaN: true });

test('the estimate begins at nothing, always grows, and never says that it is done', () => {
  expect(progressAfter(0)).toBe(0);
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [sooner, later] = one <= other ? [one, other] : [other, one];
      expect(progressAfter(sooner)).toBeLessThanOrEqual(progressAfter(later));
      expect(progressAfter(later)).toBeLessThan(100);
    }),
  );
});

test('half of it is through after half of the duration', () => {
  expect(progressAfter(1_000)).toBeCloseTo(50);
});
