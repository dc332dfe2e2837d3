import { describe, expect, test } from 'vitest';
import { randomFor } from '../../../src/features/demo/random.ts';
import { KINDS, madeQueries, type MadeQuery } from '../../bench/search/made-queries.ts';
import { canBeMisspelt, misspelt } from '../../bench/search/misspelt.ts';
import { parseSynonyms } from '../../bench/search/synonyms.ts';
import { indexTitles, titleWords } from '../../bench/search/words.ts';

const brands = ['Corsair', 'Logitech', 'Samsung', 'Seagate', 'Kingston'];
const titles = brands.flatMap((brand, row) =>
  ['wireless gaming headset', 'mechanical keyboard', 'graphics card', 'television stand'].map((product, column) => ({
    threadId: row * 10 + column,
    sourceId: `d${row}-${column}`,
    title: `${brand} X${row}${column}0 ${product}`,
  })),
);
const index = indexTitles(titles);
const synonyms = parseSynonyms('tv, television # screens\n\ngpu => graphics card, video card');
const made = (kind: (typeof KINDS)[number]) => madeQueries(kind, 10, index, synonyms);
const meant = ({ relevant }: MadeQuery) => titles.filter(({ threadId }) => relevant.has(threadId)).map(({ title }) => titleWords(title));

/** Edits between two words, transpositions of neighbours among them (optimal string alignment). */
function edits(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) => Array.from({ length: other.length + 1 }, (_, column) => row + column));
  for (let row = 1; row <= one.length; row++)
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]![column] = Math.min(
        rows[row - 1]![column]! + 1,
        rows[row]![column - 1]! + 1,
        rows[row - 1]![column - 1]! + (same ? 0 : 1),
        swapped ? rows[row - 2]![column - 2]! + 1 : Infinity,
      );
    }
  return rows[one.length]![other.length]!;
}

describe('queries made from titles', () => {
  test.each(KINDS)('are the same each time: %s', (kind) => {
    expect(made(kind).length).toBeGreaterThan(0);
    expect(made(kind)).toEqual(made(kind));
  });

  test('name the deals whose titles hold every word', () => {
    for (const query of made('title words'))
      for (const words of meant(query)) expect(words).toEqual(expect.arrayContaining(query.typed.split(' ')));
  });

  test('have one word that no title has where it is misspelt', () => {
    for (const { typed } of made('typo')) expect(typed.split(' ').filter((word) => !index.has(word))).toHaveLength(1);
  });

  test('are not taken for misspelt where the slip gives another title’s word', () => {
    const near = [...'abcdefghijklmnopqrstuvwxyz'].map((letter, threadId) => ({
      threadId,
      sourceId: `n${threadId}`,
      title: `${letter}est A${threadId}00`,
    }));
    const nearby = indexTitles(near);
    const queries = madeQueries('typo', near.length, nearby, []);
    expect(queries.length).toBeGreaterThan(near.length / 2);
    for (const { typed } of queries) expect(typed.split(' ').filter((word) => !nearby.has(word))).toHaveLength(1);
  });

  test('break off in the last word where they are prefixes', () => {
    for (const query of made('prefix')) {
      const last = query.typed.split(' ').at(-1)!;
      expect(last.length).toBeGreaterThanOrEqual(3);
      for (const words of meant(query)) expect(words.some((word) => word.startsWith(last) && word !== last)).toBe(true);
    }
  });

  test('say by a synonym what the title says otherwise', () => {
    for (const query of made('synonym')) {
      expect(query.typed).toMatch(/ (tv|gpu)$/);
      for (const words of meant(query)) expect(words).toContain(query.typed.endsWith('tv') ? 'television' : 'graphics');
    }
  });
});

describe('a misspelt word', () => {
  const random = randomFor('test');
  const typed = (word: string) => Array.from({ length: 300 }, () => edits(word, misspelt(word, random)));

  test('is at most one slip away, two when it is long', () => {
    expect(Math.max(...typed('monitor'))).toBe(1);
    expect(Math.max(...typed('keyboards'))).toBe(2);
  });

  test('is no model number and no short word', () => {
    expect(['b650', 'usb', 'rtx'].filter(canBeMisspelt)).toEqual([]);
  });
});

test('a list of synonyms is read as it is written: equal ones both ways, an arrow one way', () => {
  const pairs = synonyms.map(({ typed, meant: other }) => `${typed.join(' ')} means ${other.join(' ')}`);
  expect(pairs).toEqual(['tv means television', 'television means tv', 'gpu means graphics card', 'gpu means video card']);
});
