import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ACTIVITY, readActivity, writeActivity } from '../../../src/features/activity/activity.ts';
import { lastVisit, VISIT_ENDS_MS, withUse, type Visits } from '../../../src/features/activity/visits.ts';

const NOW = Date.UTC(2026, 10, 23);
const MINUTE = 60_000;

test('a visit ends after half an hour without use; deals are new since the end of the one before', () => {
  expect(lastVisit(undefined, NOW)).toBeUndefined();
  const first = withUse(withUse(undefined, NOW), NOW + 10 * MINUTE);
  // Never on the first visit, however long it goes on.
  expect(lastVisit(first, NOW + 20 * MINUTE)).toBeUndefined();
  // The second begins with its first page, before anybody touches it.
  const later = NOW + 3 * 60 * MINUTE;
  expect(lastVisit(first, later)).toBe(NOW + 10 * MINUTE);
  const second = withUse(first, later);
  expect(lastVisit(second, later + MINUTE)).toBe(NOW + 10 * MINUTE);
  expect(lastVisit(withUse(second, later + 25 * MINUTE), later + 50 * MINUTE)).toBe(NOW + 10 * MINUTE);
});

test('the last visit is the end of the last pause, whenever pages were used', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 90 * MINUTE }), { minLength: 1, maxLength: 30 }), (pauses) => {
      let at = NOW;
      let visits: Visits | undefined;
      const uses: number[] = [];
      for (const pause of pauses) {
        at += pause;
        visits = withUse(visits, at);
        uses.push(at);
      }
      const looked = at + 1;
      const ends = uses.filter((use, index) => (uses[index + 1] ?? looked) - use > VISIT_ENDS_MS);
      expect(lastVisit(visits, looked)).toBe(ends.at(-1));
      expect(readActivity(JSON.parse(JSON.stringify(writeActivity({ ...NO_ACTIVITY, visits: visits! }))))).toEqual({
        ...NO_ACTIVITY,
        visits,
      });
    }),
  );
});

test('what somebody else wrote is no visit', () => {
  for (const visits of [null, 1, {}, { last: 1 }, { last: '1', before: 0 }, { last: -1, before: 0 }])
    expect(readActivity({ visits })).toEqual(NO_ACTIVITY);
});
