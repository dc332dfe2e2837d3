import { expect, test } from 'vitest';
import { openVisitorCounts } from '../../../src/server/visitor-counts.ts';
import { DAY } from '../../support/accounts.ts';

test('a visitor is counted for 50 things a day, and forgotten when too many others have come', () => {
  let now = new Date('2026-11-21T12:00:00Z');
  const counts = openVisitorCounts(() => now, 100);
  let thing = 0;
  const counted = (visitor: string) => {
    for (let times = 0; times < 60; times++) counts.note(`thing ${thing++}`, visitor);
    return counts.take().size;
  };
  const others = (many: number) => {
    for (let other = 0; other < many; other++) counts.note('seen', `visitor ${thing++}`);
    return counts.take().get('seen');
  };
  expect([counted('Ada'), counted('Ada'), others(99), counted('Ada')]).toEqual([50, 0, 99, 0]);
  expect([others(100), counted('Ada'), counted('Ada')]).toEqual([100, 50, 0]);
  now = new Date(now.getTime() + DAY);
  expect(counted('Ada')).toBe(50);
});
