import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { closestWords, editsBetween, mostEdits, deletionsAndTranspositions } from '../../../src/features/search/closest.ts';

const known = (...words: string[]) => words.map((word, index) => ({ word, deals: 10 - index }));
const closest = (word: string, ...words: string[]) => closestWords(word, known(...words)).map((each) => each.word);

describe('a typo', () => {
  it.each([
    ['moniter', 'monitor'],
    ['mointor', 'monitor'],
    ['montor', 'monitor'],
    ['moonitor', 'monitor'],
    ['sonny', 'sony'],
    ['keybaord', 'keyboard'],
    ['hedphnes', 'headphones'],
  ])('%s is %s', (typed, meant) => expect(closest(typed, 'mouse', meant)).toEqual([meant]));

  test('has one edit in four to seven letters and two in more', () => {
    expect(['cat', 'sony', 'monitor', 'keyboard'].map(mostEdits)).toEqual([0, 1, 1, 2]);
    expect(closest('mnotr', 'monitor')).toEqual([]);
    expect(closest('cot', 'cat')).toEqual([]);
  });

  test('is of the word with the same first letter, then of the one that more deals have', () => {
    expect(closest('ramp', 'lamp', 'rams')).toEqual(['rams']);
    expect(closest('larp', 'lamp', 'lard')).toEqual(['lamp', 'lard']);
  });

  test('is none in a figure: a 4070 is no 4080', () => {
    expect(closest('rtx4070', 'rtx4080', 'rtz4070')).toEqual(['rtz4070']);
  });
});

const letters = fc.string({ unit: fc.constantFrom(...'abcd'), maxLength: 9 });

describe('edits between words', () => {
  test('are as many as a slower count says, as far as it counts', () => {
    fc.assert(
      fc.property(letters, letters, fc.integer({ min: 0, max: 3 }), (a, b, most) => {
        expect(editsBetween(a, b, most)).toBe(Math.min(slowly(a, b), most + 1));
      }),
    );
  });

  test('are one after a letter was left out or two were swapped', () => {
    fc.assert(
      fc.property(letters, (word) => {
        for (const slip of deletionsAndTranspositions(word)) expect(editsBetween(slip, word, 2)).toBe(1);
      }),
    );
  });
});

/** The definition itself: edits of beginnings, the swap of neighbours among them. */
function slowly(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)];
  const ways = [slowly(x, b) + 1, slowly(a, y) + 1, slowly(x, y) + (a.at(-1) === b.at(-1) ? 0 : 1)];
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) ways.push(slowly(a.slice(0, -2), b.slice(0, -2)) + 1);
  return Math.min(...ways);
}
