import { describe, expect, test } from 'vitest';
import { minimumShouldMatch } from '../../../src/features/search/minimum-should-match.ts';
import type { Term } from '../../../src/features/search/search-plan.ts';
import { planSearch } from '../../../src/features/search/terms.ts';
import type { Guess, Understood, Word } from '../../../src/features/search/understood.ts';

/** With so many deals a word that none has weighs 1, and one that nine have weighs a half. */
const DEALS = 99;
const HALF = Math.log(1 + 99 / 10) / Math.log(100);
const NONE: Guess = { described: false, parts: [], closest: [], begun: [], ended: [] };

/** Words as `word:deals`; nine deals have those without. */
const wordsOf = (text: string): Word[] =>
  text.split(' ').map((each) => {
    const [word, deals = '9'] = each.split(':');
    return { word: word!, stem: word!, deals: Number(deals) };
  });
const known = (text: string) => text.split(' ').map((word) => ({ word, stem: word }));
const ask = (text: string, more: Partial<Understood> = {}, guesses: Record<string, Partial<Guess>> = {}) =>
  planSearch(
    { words: wordsOf(text), mentions: [], entities: [], meanings: [], joined: [], deals: DEALS, ...more },
    new Map(Object.entries(guesses).map(([word, guess]) => [word, { ...NONE, ...guess }])),
  );
const rankings = (asked: ReturnType<typeof ask>) => asked.rankings.filter(({ flag }) => flag).map(({ query, weight }) => [query, weight]);
const marks = (asked: ReturnType<typeof ask>) => asked.marks.map(({ stem, begins }) => `${stem}${begins ? '*' : ''}`);
const queries = (asked: ReturnType<typeof ask>) => asked.terms.map(({ query, looser }) => [query, looser]);

describe('a word weighs', () => {
  test('the more, the fewer deals have it, and never nothing', () => {
    expect(ask('lamp:0').terms.map(({ weight }) => weight)).toEqual([1]);
    expect(ask('lamp:9').terms.map(({ weight }) => weight)).toEqual([expect.closeTo(HALF, 10)]);
    expect(ask('lamp:99999').terms.map(({ weight }) => weight)).toEqual([0.08]);
  });

  test('a tenth when it says nothing of the thing, unless there are no others', () => {
    expect(ask('cheap:0 lamp:0').terms.map(({ weight }) => weight)).toEqual([0.1, 1]);
    expect(ask('cheap:0').terms.map(({ weight }) => weight)).toEqual([1]);
  });
});

describe('a word that deals have', () => {
  test('is looked for, ranked by and marked', () => {
    expect(ask('lamp:0', {}, { lamp: { described: true } })).toEqual({
      terms: [{ query: `'lamp'`, looser: `'lamp'`, required: true, isKind: false, weight: 1 }],
      rankings: [{ query: `'lamp'`, weight: 1, flag: false }],
      marks: [{ stem: 'lamp', begins: false }],
      corrected: [],
      cheap: false,
    });
  });

  test.each(['lamp:1', 'lamp:0'])('is looked for less exactly when that is not enough (%s)', (word) => {
    const asked = ask(word, {}, { lamp: { described: true, closest: known('lump limp'), begun: known('lamps') } });
    expect(queries(asked)).toEqual([[`'lamp'`, `('lamp' | 'lamp':* | 'lump' | 'limp')`]]);
    const [ranked] = rankings(asked);
    expect(ranked![0]).toBe(`('lump':AB | 'limp':AB)`);
    expect(ranked![1]).toBeCloseTo(0.3 * asked.terms[0]!.weight, 10);
    expect(marks(asked)).toEqual(['lamp']);
    expect(asked.corrected).toEqual([]);
  });

  test('begins others only where somebody may still be typing it', () => {
    expect(queries(ask('lamp red', {}, { lamp: { begun: known('lamps') } }))).toEqual([
      [`'lamp'`, `'lamp'`],
      [`'red'`, `'red'`],
    ]);
  });

  test('is not marked when it says nothing of the thing, beside others', () => {
    expect(marks(ask('the lamp'))).toEqual(['lamp']);
    expect(marks(ask('the best'))).toEqual(['the', 'best']);
  });
});

describe('a word that no deal has', () => {
  test('is a typo', () => {
    const asked = ask('lmp:0 red', {}, { lmp: { closest: known('lamp limp') } });
    expect(queries(asked)[0]).toEqual([`('lmp' | 'lamp' | 'limp')`, `('lmp' | 'lamp' | 'limp')`]);
    expect(rankings(asked)[0]).toEqual([`('lamp':AB | 'limp':AB)`, 0.8]);
    expect(marks(asked)).toEqual(['lmp', 'lamp', 'limp', 'red']);
    expect(asked.corrected).toEqual([{ from: 'lmp', to: 'lamp' }]);
  });

  test('is the beginning of another one when it comes last', () => {
    const asked = ask('lam:0', {}, { lam: { begun: known('lamp'), closest: known('ham') } });
    expect(queries(asked)).toEqual([[`('lam' | 'lam':* | 'ham')`, `('lam' | 'lam':* | 'ham')`]]);
    expect(rankings(asked)).toEqual([
      [`'lam':*`, 0.6],
      [`'ham':AB`, 0.8],
    ]);
    expect(marks(asked)).toEqual(['lam', 'lam*', 'ham']);
    expect(asked.corrected, 'somebody may still be typing').toEqual([]);
  });

  test('is the beginning of another one only when nothing else will do, where words follow', () => {
    const asked = ask('lam:0 red', {}, { lam: { begun: known('lamp'), closest: known('ham') } });
    expect(queries(asked)[0]).toEqual([`('lam' | 'ham')`, `('lam' | 'ham' | 'lam':*)`]);
    expect(marks(asked)).toEqual(['lam', 'ham', 'red']);
    expect(asked.corrected).toEqual([{ from: 'lam', to: 'ham' }]);
  });

  test('is several words in one', () => {
    const asked = ask('desklamp:0', {}, { desklamp: { parts: known('desk lamp'), closest: known('desklump') } });
    expect(queries(asked)[0]![0]).toBe(`('desklamp' | ('desk' <-> 'lamp') | 'desklump')`);
    expect(rankings(asked)).toEqual([
      [`('desk':AB <-> 'lamp':AB)`, 1],
      [`'desklump':AB`, 0.8],
    ]);
    expect(marks(asked)).toEqual(['desklamp', 'desk', 'lamp', 'desklump']);
    expect(asked.corrected, 'which is no typo').toEqual([]);
  });

  test('is no typo when it has figures and is known in parts', () => {
    const guess = { closest: known('rtx4080'), begun: known('rtx40701') };
    const asked = ask('rtx4070:0', {}, { rtx4070: { parts: known('rtx 4070'), ...guess } });
    expect(queries(asked)).toEqual([[`('rtx4070' | ('rtx' <-> '4070'))`, `('rtx4070' | ('rtx' <-> '4070') | 'rtx4070':*)`]]);
    expect(rankings(asked)).toEqual([[`('rtx':AB <-> '4070':AB)`, 1]]);
    expect(ask('rtx4070:0 red', {}, { rtx4070: guess }).corrected).toEqual([{ from: 'rtx4070', to: 'rtx4080' }]);
  });

  test('is the end of a model', () => {
    const asked = ask('xm4:0', {}, { xm4: { ended: known('wh1000xm4 wf1000xm4'), closest: known('xm400') } });
    expect(queries(asked)[0]![0]).toBe(`('xm4' | ('wh1000xm4' | 'wf1000xm4') | 'xm400')`);
    expect(rankings(asked)[0]).toEqual([`('wh1000xm4' | 'wf1000xm4')`, 0.6]);
    expect(marks(asked)).toEqual(['xm4', 'wh1000xm4', 'wf1000xm4', 'xm400']);
    expect(asked.corrected, 'which is no typo').toEqual([]);
  });

  test('is looked for as it is when nothing is like it', () => {
    const asked = ask('zzz:0');
    expect([queries(asked), rankings(asked), marks(asked), asked.corrected]).toEqual([[[`'zzz'`, `'zzz'`]], [], ['zzz'], []]);
  });
});

describe('a beginning', () => {
  test('is also that of words whose stems begin otherwise', () => {
    const begun = [{ word: 'gaming', stem: 'game' }, ...known('gamins')];
    expect(queries(ask('gamin', {}, { gamin: { begun } }))).toEqual([[`'gamin'`, `('gamin' | ('gamin':* | 'game'))`]]);
  });

  test('of two letters is that of the commonest words, and one letter is none', () => {
    expect(queries(ask('la', {}, { la: { begun: known('lamp lace') } }))).toEqual([[`'la'`, `('la' | ('lamp' | 'lace'))`]]);
    expect(queries(ask('l', {}, { l: { begun: known('lamp') } }))).toEqual([[`'l'`, `'l'`]]);
  });
});

describe('words', () => {
  test('that stand beside each other rank, by the one that says less', () => {
    expect(rankings(ask('red:9 desk:0 lamp:0'))).toEqual([
      [`('red':AB <-> 'desk':AB)`, expect.closeTo(0.35 * HALF, 10)],
      [`('desk':AB <-> 'lamp':AB)`, 0.35],
    ]);
  });

  test('do not when one of them says nothing of the thing', () => {
    expect(rankings(ask('lamp for desk'))).toEqual([]);
  });

  test('ask for cheap ones', () => {
    expect(ask('budget lamp').cheap).toBe(true);
    expect(ask('red lamp').cheap).toBe(false);
  });
});

describe('several words that stand for one thing', () => {
  const SPAN = { first: 0, last: 1 };

  test('name stores, brands and categories', () => {
    const mentions = [
      { ...SPAN, kind: 'store' as const, id: 4 },
      { ...SPAN, kind: 'brand' as const, id: 5 },
    ];
    const asked = ask('glass:0 water:0', { mentions });
    expect(asked.terms).toEqual([
      {
        query: `(('glass' & 'water') | 's:4' | 'b:5')`,
        looser: `(('glass' & 'water') | 's:4' | 'b:5')`,
        ...{ required: true, isKind: false, weight: 2 },
      },
    ]);
    expect(rankings(asked).at(-1)).toEqual([`('s:4' | 'b:5')`, 1.4]);
    expect(ask('glass water', { mentions: [{ ...SPAN, kind: 'category', id: 4 }] }).terms[0]!.isKind).toBe(true);
  });

  test('mean others', () => {
    const asked = ask('video:0 card:0', {
      meanings: [
        { ...SPAN, stems: 'gpu' },
        { ...SPAN, stems: 'graphic card' },
      ],
    });
    expect(queries(asked)).toEqual([
      [`(('video' & 'card') | 'gpu' | ('graphic' <-> 'card'))`, `(('video' & 'card') | 'gpu' | ('graphic' <-> 'card'))`],
    ]);
    expect(rankings(asked).at(-1)).toEqual([`('gpu':AB | ('graphic':AB <-> 'card':AB))`, 1.2]);
    expect(marks(asked)).toEqual(['video', 'card', 'gpu', 'graphic', 'card']);
  });

  test('are written as one', () => {
    const asked = ask('smart:0 phone:0', { joined: [{ ...SPAN, stems: 'smartphone' }] });
    expect(queries(asked)).toEqual([[`(('smart' & 'phone') | 'smartphone')`, `(('smart' & 'phone') | 'smartphone')`]]);
    expect(rankings(asked).at(-1)).toEqual([`'smartphone':AB`, 1.2]);
    expect(marks(asked)).toEqual(['smart', 'phone', 'smartphone']);
  });

  test('are looked for less exactly by their own looser words', () => {
    const asked = ask('desk lam', { joined: [{ ...SPAN, stems: 'desklam' }] }, { lam: { begun: known('lamp') } });
    expect(queries(asked)).toEqual([[`(('desk' & 'lam') | 'desklam')`, `(('desk' & ('lam' | 'lam':*)) | 'desklam')`]]);
  });

  test('are each in the longest span, the first of those that are as long', () => {
    const joined = [
      { first: 1, last: 2, stems: 'bc' },
      { first: 0, last: 1, stems: 'ab' },
      { first: 3, last: 4, stems: 'de' },
      { first: 2, last: 4, stems: 'cde' },
    ];
    expect(queries(ask('ax bx cx dx ex', { joined })).map(([query]) => query)).toEqual([
      `(('ax' & 'bx') | 'ab')`,
      `(('cx' & 'dx' & 'ex') | 'cde')`,
    ]);
    expect(queries(ask('ax bx cx', { joined: joined.slice(0, 2) })).map(([query]) => query)).toEqual([`(('ax' & 'bx') | 'ab')`, `'cx'`]);
  });

  test('are in the first of spans that are as long, in whichever order these are known', () => {
    const joined = [
      { first: 4, last: 6, stems: 'efg' },
      { first: 2, last: 4, stems: 'cde' },
    ];
    const expected = [`'ax'`, `'bx'`, `(('cx' & 'dx' & 'ex') | 'cde')`, `'fx'`, `'gx'`];
    for (const spans of [joined, joined.toReversed()])
      expect(queries(ask('ax bx cx dx ex fx gx', { joined: spans })).map(([query]) => query)).toEqual(expected);
  });

  test('stand where they stood', () => {
    const joined = [{ first: 1, last: 2, stems: 'bc' }];
    expect(queries(ask('ax bx cx dx', { joined })).map(([query]) => query)).toEqual([`'ax'`, `(('bx' & 'cx') | 'bc')`, `'dx'`]);
  });

  test('are only what stands for just these words', () => {
    const asked = ask('ax bx', {
      mentions: [{ first: 1, last: 1, kind: 'category', id: 7 }],
      meanings: [{ first: 0, last: 0, stems: 'y' }],
    });
    expect(asked.terms.map(({ query, isKind }) => [query, isKind])).toEqual([
      [`('ax' | 'y')`, false],
      [`('bx' | 'c:7')`, true],
    ]);
  });

  test('are not what stands for some of them', () => {
    const within = [
      { first: 0, last: 0, kind: 'category' as const, id: 7 },
      { first: 1, last: 1, kind: 'category' as const, id: 8 },
    ];
    const [term] = ask('ax bx', { mentions: within, joined: [{ ...SPAN, stems: 'ab' }] }).terms;
    expect(term).toMatchObject({ query: `(('ax' & 'bx') | 'ab')`, isKind: false });
  });

  test('are required unless all of them say nothing of the thing', () => {
    const mentions = [{ ...SPAN, kind: 'store' as const, id: 4 }];
    expect(ask('best buy lamp', { mentions }).terms.map(({ required }) => required)).toEqual([false, true]);
    expect(ask('best lamp red', { mentions }).terms.map(({ required }) => required)).toEqual([true, true]);
    expect(ask('best buy', { mentions }).terms.map(({ required }) => required)).toEqual([true]);
  });
});

describe('with terms missing', () => {
  const term = (query: string, weight: number, more: Partial<Term> = {}): Term => ({
    ...{ query, looser: `${query}*`, required: true, isKind: false, weight },
    ...more,
  });
  const TERMS = [term('a', 1), term('b', 2), term('c', 3), term('x', 9, { required: false })];

  test('the ways that keep most come first', () => {
    expect(minimumShouldMatch(TERMS, 0)).toBe('(a & b & c)');
    expect(minimumShouldMatch(TERMS, 1)).toBe('((b & c) | (a & c) | (a & b))');
    expect(minimumShouldMatch(TERMS, 2)).toBe('(c | b | a)');
    expect(minimumShouldMatch(TERMS, 3)).toBeUndefined();
  });

  test('they are looked for less exactly when told so', () => {
    expect(minimumShouldMatch(TERMS, 1, 'looser')).toBe('((b* & c*) | (a* & c*) | (a* & b*))');
  });

  test('kinds are missed last', () => {
    const kinds = [term('k', 1, { isKind: true }), ...TERMS];
    expect(minimumShouldMatch(kinds, 2)).toBe('((k & c) | (k & b) | (k & a))');
    expect(minimumShouldMatch(kinds, 3)).toBe('k');
    expect(minimumShouldMatch([...kinds, term('l', 2, { isKind: true })], 4)).toBe('(l | k)');
  });

  test('only so many ways are looked for', () => {
    const many = Array.from({ length: 12 }, (_, index) => term(`t${index}`, index));
    expect(minimumShouldMatch(many, 10)!.split(' | ')).toHaveLength(60);
  });
});
