import { expect, test } from 'vitest';
import { editsAllowed, editsBetween } from '../../../../src/features/search/suggestions/typos.ts';

test.each([
  ['mouse', 'mouse', 0],
  ['muose', 'mouse', 1],
  ['mose', 'mouse', 1],
  ['mousee', 'mouse', 1],
  ['nouse', 'mouse', 1],
  ['kyebord', 'keyboard', 2],
])('%s is %s with %i edits', (typed, word, edits) => {
  expect(editsBetween(typed, word)).toBe(edits);
});

test('a word that is begun is compared with beginnings', () => {
  expect(editsBetween('logti', 'logitech', { begun: true })).toBe(1);
  expect(editsBetween('logti', 'logitech')).toBe(4);
});

test('short words are taken as they are, long ones may have two edits', () => {
  expect(['ssd', 'fans', 'monitor', 'keyboard'].map(editsAllowed)).toEqual([0, 1, 1, 2]);
});
