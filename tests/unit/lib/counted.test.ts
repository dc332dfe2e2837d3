import { expect, test } from 'vitest';
import { counted } from '../../../src/lib/counted.ts';

test('one thing is in the singular, and everything else in the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'deal'))).toEqual(['0 deals', '1 deal', '2 deals']);
  expect([1, 3].map((count) => counted(count, 'more reply', { plural: 'more replies' }))).toEqual(['1 more reply', '3 more replies']);
});

test('thousands are separated as the language does it, and more than were counted are plural', () => {
  expect(counted(1204, 'deal')).toBe('1,204 deals');
  expect(counted(1204, 'deal', { locale: 'de' })).toBe('1.204 deals');
  expect(counted(1, 'deal', { more: true })).toBe('1+ deals');
  expect(counted(1000, 'offer', { more: true })).toBe('1,000+ offers');
});
