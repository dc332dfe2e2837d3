import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breakLines, shortened } from '../../../src/features/deals/break-lines.ts';

const within = (most: number) => (line: string) => line.length <= most;
const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 12 }).map((each) => each.join(' '));

test('every line fits, none is empty, and no letter is lost', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 20 }), (text, width) => {
      const lines = breakLines(text, within(width), 1_000);
      expect(lines.every((line) => line.length > 0 && line.length <= width)).toBe(true);
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    }),
  );
});

test('lines break between words, within words that are longer than a line, and never within a letter', () => {
  expect(breakLines('one two three four', within(9), 4)).toEqual(['one two', 'three', 'four']);
  expect(breakLines('a longestword it is', within(6), 4)).toEqual(['a', 'longes', 'tword', 'it is']);
  expect(breakLines('👩‍👩‍👧👩‍👩‍👧', within(9), 4)).toEqual(['👩‍👩‍👧', '👩‍👩‍👧']);
});

test('the last line ends in an ellipsis where there is more', () => {
  expect(breakLines('one two three four five six', within(9), 2)).toEqual(['one two', 'three fo…']);
  expect(breakLines('one two three four', within(9), 3)).toEqual(['one two', 'three', 'four']);
  expect(shortened('Corner Shop', within(8))).toBe('Corner…');
  expect(shortened('Corner Shop', within(11))).toBe('Corner Shop');
});
