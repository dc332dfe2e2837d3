import { compareTitles, SAME_PRODUCT } from '../../../src/features/catalogue-files/matching/compare-titles.ts';
import { readTitle } from '../../../src/features/catalogue-files/matching/read-title.ts';
import { scoreText } from '../search/measures.ts';
import type { Table } from '../table.ts';
import { readLabelledPairs, type LabelledPair } from './labelled-pairs.ts';

/** Of the pairs that are the same product, the share that is found; of those that are found, the share that is the same. */
export interface Figures {
  recall: number;
  precision: number;
}

type Rule = (pair: LabelledPair) => boolean;

/** Whether imports, `add` and `check` take two titles of one store and price for the same product. */
export const byLikeness: Rule = ({ titles: [one, other], store }) =>
  compareTitles(readTitle(one, store), readTitle(other, store)) >= SAME_PRODUCT;

/** What was warned of before: titles without case, accents and punctuation. */
const byTitleKey: Rule = ({ titles: [one, other] }) => titleKey(one) === titleKey(other);
const titleKey = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export function figuresOf(pairs: LabelledPair[], rule: Rule): Figures {
  const found = pairs.filter(rule);
  const right = found.filter(({ same }) => same).length;
  return { recall: right / pairs.filter(({ same }) => same).length, precision: found.length === 0 ? 1 : right / found.length };
}

/** Recall and precision of the warnings of duplicates on the labelled pairs. */
export function benchDuplicates(): Table {
  const pairs = readLabelledPairs();
  const rules: [string, Rule][] = [
    ['same title', byTitleKey],
    ['alike (decision 059)', byLikeness],
  ];
  const rows = rules.flatMap(([rule, isFound]) =>
    (['develop', 'held-out'] as const).map((part) => {
      const of = pairs.filter((pair) => pair.part === part);
      const { recall, precision } = figuresOf(of, isFound);
      const same = of.filter((pair) => pair.same).length;
      return {
        rule,
        part,
        'same product': same,
        'another one': of.length - same,
        recall: scoreText(recall),
        precision: scoreText(precision),
      };
    }),
  );
  return { title: 'Duplicates: two titles at one store and price', rows, notes: ['Goal: recall 0.9, precision 0.95.'] };
}
