import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeLeft } from '../../../src/lib/time-left.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = new Date('2026-03-01T12:00:00Z');
const inMs = (ms: number) => timeLeft(new Date(NOW.getTime() + ms), NOW);

test.each([
  [1, 'in 1 min'],
  [59 * MINUTE, 'in 59 min'],
  [HOUR, 'in 1 h'],
  [3 * HOUR + 59 * MINUTE, 'in 3 h'],
  [24 * HOUR - 1, 'in 23 h'],
  [24 * HOUR, undefined],
  [0, undefined],
  [-HOUR, undefined],
])('what ends in %i ms', (ms, words) => {
  expect(inMs(ms)).toBe(words);
});

test('never promises more time than there is, but for the last minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: MINUTE, max: 24 * HOUR - 1 }), (ms) => {
      const [, count, unit] = /^in (\d+) (h|min)$/.exec(inMs(ms)!)!;
      expect(Number(count) * (unit === 'h' ? HOUR : MINUTE)).toBeLessThanOrEqual(ms);
    }),
  );
});
