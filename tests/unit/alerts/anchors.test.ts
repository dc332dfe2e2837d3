import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anchorsOf, lexemesIn } from '../../../src/features/alerts/anchors.ts';
import { criteriaIdOf, NO_CRITERIA, readCriteriaId } from '../../../src/features/alerts/criteria.ts';

const DEALS: Record<string, number> = { ssd: 900, nvme: 40, samsung: 300, 'b:7': 250, 's:1': 5_000, drive: 2_000 };
const deals = (lexeme: string) => DEALS[lexeme] ?? 0;

describe('the anchors of a query', () => {
  test.each([
    [`'ssd' & 'nvme' & 's:1'`, ['nvme']],
    [`('samsung' | 'b:7') & 'ssd'`, ['b:7', 'samsung']],
    [`('samsung' | 'b:7') & 's:1'`, ['b:7', 'samsung']],
    [`('solid' <-> 'drive' | 'ssd') & 'drive'`, ['solid', 'ssd']],
    [`'it''s'`, [`it's`]],
    [`('s:1' | 's:2')`, ['s:1', 's:2']],
    [`'s:1' & !('nvme' | 'b:7')`, ['s:1']],
    [`!'nvme'`, ['is:live']],
  ])('%s', (query, anchors) => {
    expect(anchorsOf(query, deals)).toEqual(anchors);
  });

  test('name all of its lexemes once', () => {
    expect(lexemesIn(`('a':AB <-> 'b' | 'c') & 'a'`)).toEqual(['a', 'b', 'c']);
  });

  test('are such that whatever matches has one of them', () => {
    type Query = { text: string; matches: (has: string[]) => boolean };
    const word = fc.constantFrom<string[]>('a', 'b', 'c', 'd', 'e');
    const { query } = fc.letrec<{ query: Query }>((tie) => ({
      query: fc.oneof(
        { maxDepth: 3 },
        word.map((each): Query => ({ text: `'${each}'`, matches: (has) => has.includes(each) })),
        fc.tuple(tie('query'), tie('query')).map(([one, other]): Query => ({
          text: `(${one.text} & ${other.text})`,
          matches: (has) => one.matches(has) && other.matches(has),
        })),
        fc.tuple(tie('query'), tie('query')).map(([one, other]): Query => ({
          text: `(${one.text} | ${other.text})`,
          matches: (has) => one.matches(has) || other.matches(has),
        })),
        tie('query').map((one): Query => ({ text: `!(${one.text})`, matches: (has) => !one.matches(has) })),
      ),
    }));
    fc.assert(
      fc.property(query, fc.uniqueArray(word), fc.func(fc.nat(100)), ({ text, matches }, has, rarity) => {
        if (matches(has)) expect(anchorsOf(text, rarity).some((anchor) => ['is:live', ...has].includes(anchor))).toBe(true);
      }),
    );
  });
});

describe('a criteria id', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 4 });
  const criteria = fc.record({
    ...{ store: ids, brand: ids, category: ids, forum: ids, withCoupon: fc.boolean() },
    words: fc.string({ unit: 'grapheme', maxLength: 80 }),
    minCents: fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined }),
    maxCents: fc.option(fc.nat(100_000), { nil: undefined }),
    minPercent: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  });

  test('is read back into what means the same, and needs no escaping', () => {
    fc.assert(
      fc.property(criteria, (each) => {
        const id = criteriaIdOf(each);
        expect(id).not.toMatch(/[<>&"']/);
        if (id !== '') expect(criteriaIdOf(readCriteriaId(id)!)).toBe(id);
      }),
    );
  });

  test.each(['1x'.repeat(101), 'ß'.repeat(101), `${'a'.repeat(199)} bc`, `"${'1x '.repeat(80)}"`, `${'a '.repeat(98)}"b c d"`])(
    'of more words than it holds is read back, too: %s',
    (words) => {
      const id = criteriaIdOf({ ...NO_CRITERIA, words });
      expect(criteriaIdOf(readCriteriaId(id)!)).toBe(id);
    },
  );

  test.each(['', 'q=', 'q=A', 'store=0', 'store=1,1', 'store=x', 'max=-1', 'percent=101', 'what=1', 'q=ssd;store=1', 'coupon=2'])(
    'is not %j',
    (text) => {
      expect(readCriteriaId(text)).toBeUndefined();
    },
  );

  test('holds what was looked for', () => {
    expect(readCriteriaId('store=1,2;max=0;q=nvme ssd')).toEqual({ ...NO_CRITERIA, store: [1, 2], maxCents: 0, words: 'nvme ssd' });
  });
});
