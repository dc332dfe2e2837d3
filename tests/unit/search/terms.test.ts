import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minimumShouldMatch } from '../../../src/features/search/minimum-should-match.ts';
import type { Term } from '../../../src/features/search/search-plan.ts';
import { planSearch } from '../../../src/features/search/terms.ts';
import type { Guess, Understood } from '../../../src/features/search/understood.ts';

const NOTHING = { mentions: [], entities: [], meanings: [], joined: [], deals: 1000 };
const understood = (text: string, more: Partial<Understood> = {}): Understood => ({
  ...NOTHING,
  words: text.split(' ').map((word) => ({ word, stem: word, deals: 10 })),
  ...more,
});
const required = ({ terms }: { terms: Term[] }) => terms.filter((term) => term.required).map(({ query }) => query);

describe('what is looked for', () => {
  test('is every word, but for those that say nothing of the thing, beside others', () => {
    expect(required(planSearch(understood('the best cheap lamp'), new Map()))).toEqual([`'lamp'`]);
    expect(required(planSearch(understood('what is the best lamp or which any'), new Map()))).toEqual([`'lamp'`]);
    // A trash can and Doctor Who are things.
    expect(required(planSearch(understood('lamp can who'), new Map()))).toEqual([`'lamp'`, `'can'`, `'who'`]);
    expect(required(planSearch(understood('the best'), new Map()))).toEqual([`'the'`, `'best'`]);
    const unknown = { words: ['best', 'buy'].map((word) => ({ word, stem: word, deals: 0 })) };
    expect(required(planSearch(understood('best buy', unknown), new Map()))).toEqual([]);
    const store = { ...unknown, mentions: [{ first: 0, last: 1, kind: 'store' as const, id: 3 }] };
    expect(required(planSearch(understood('best buy', store), new Map()))).toEqual([`(('best' & 'buy') | 's:3')`]);
    expect(planSearch(understood('cheapest lamp'), new Map()).cheap).toBe(true);
  });

  test('is what several words name together, or they themselves', () => {
    const asked = { mentions: [{ first: 0, last: 1, kind: 'category' as const, id: 7 }], meanings: [{ first: 0, last: 1, stems: 'gpu' }] };
    expect(required(planSearch(understood('graphic card red', asked), new Map()))).toEqual([
      `(('graphic' & 'card') | 'c:7' | 'gpu')`,
      `'red'`,
    ]);
  });

  test('is what a word can be that no title has, and never less than the word', () => {
    const unknown = understood('rtx4070 lmp', {});
    unknown.words.forEach((word) => (word.deals = 0));
    const known = (...words: string[]) => words.map((word) => ({ word, stem: word }));
    const guesses = new Map<string, Guess>([
      ['rtx4070', { described: false, parts: known('rtx', '4070'), closest: [], begun: [], ended: [] }],
      ['lmp', { described: false, parts: [], closest: known('lamp'), begun: known('lmpx'), ended: [] }],
    ]);
    const asked = planSearch(unknown, guesses);
    expect(required(asked)).toEqual([`('rtx4070' | ('rtx' <-> '4070'))`, `('lmp' | 'lmp':* | 'lamp')`]);
  });
});

const term = fc.record({
  query: fc.stringMatching(/^[a-z]{1,6}$/),
  required: fc.boolean(),
  isKind: fc.boolean(),
  weight: fc.double({ min: 0, max: 1, noNaN: true }),
});
const terms = fc
  .uniqueArray(term, { selector: ({ query }) => query, maxLength: 7 })
  .map((all) => all.map((each): Term => ({ ...each, looser: each.query })));

test('with a term missing, any other one may be; what says which kind of thing it is stays as long as it can', () => {
  fc.assert(
    fc.property(terms, fc.nat({ max: 7 }), (all, missing) => {
      const needed = all.filter((each) => each.required);
      const kinds = needed.filter(({ isKind }) => isKind).map(({ query }) => query);
      const query = minimumShouldMatch(all, missing);
      if (needed.length - missing < 1) {
        expect(query).toBeUndefined();
        return;
      }
      for (const way of query!.replace(/^\(|\)$/g, '').split(' | ')) {
        const words = way.match(/[a-z]+/g)!;
        expect(words).toHaveLength(needed.length - missing);
        expect(words.filter((word) => kinds.includes(word))).toHaveLength(Math.min(kinds.length, words.length));
      }
    }),
  );
});
