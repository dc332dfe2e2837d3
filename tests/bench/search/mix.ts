import { randomFor, shuffled } from '../../../src/features/demo/random.ts';
import { readGradedQueries } from './graded.ts';
import { KINDS, madeQueries } from './made-queries.ts';
import { readSynonyms } from './synonyms.ts';
import { indexTitles, type Title } from './words.ts';

const BROAD = ['with', 'black', 'the', 'a', 'pro', 'gb', 'rtx', 'gaming', 'white', 'memory', 'wireless', '16 gb', 'pro gaming', 'with rgb'];
const FINDS_NOTHING = [
  'zzzzzz',
  'xqjwvk',
  'qqq www',
  'asdfghjkl',
  'no such thing as this ever',
  '8f3k2j1',
  'ölüdeniz',
  '???',
  '9999999999',
];
const OF_EACH_KIND = 50;
const TYPED_OUT = 40;

/** Queries of all kinds in a seeded order: made from titles, as shoppers type them, broad words, and what nothing has. */
export function mixedQueries(titles: Title[]): string[] {
  const index = indexTitles(titles);
  const made = KINDS.flatMap((kind) => madeQueries(kind, OF_EACH_KIND, index, readSynonyms()).map(({ typed }) => typed));
  const graded = readGradedQueries().map(({ query }) => query);
  return shuffled(randomFor('bench: mix'), [...made, ...graded, ...BROAD, ...FINDS_NOTHING]);
}

/** What a search box sends while some of the queries are typed: each of their beginnings, once. */
export function typedOut(queries: string[]): string[] {
  const beginnings = queries.slice(0, TYPED_OUT).flatMap((query) => [...query].map((_, index) => query.slice(0, index + 1).trim()));
  return [...new Set(beginnings)].filter(Boolean);
}
