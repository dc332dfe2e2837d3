import { RecentDeals } from '../../../src/features/catalogue-files/matching/recent-deals.ts';
import { readDeal } from '../../../src/features/catalogue-files/matching/same-deal.ts';
import { parsePrice } from '../../../src/lib/price-terms.ts';
import { required } from '../../../src/lib/required.ts';
import { scoreText } from '../search/measures.ts';
import type { Table } from '../table.ts';
import { readLabelledDeals, readLabelledTitles, type LabelledPair } from './labelled-pairs.ts';

/** Of the pairs that are the same product, the share that is found; of those that are found, the share that is the same. */
export interface Figures {
  recall: number;
  precision: number;
}

type Rule = (pair: LabelledPair) => boolean;

/** Whether imports, `add` and `check` find the second deal when the first one was posted a moment before. */
export const asImported: Rule = (pair) => {
  const recent = new RecentDeals(() => true);
  const [one, other] = [postedDeal(pair, 0), postedDeal(pair, 1)];
  recent.add(one);
  return recent.add(other).length > 0;
};

function postedDeal({ titles, prices, urls, coupons, store }: LabelledPair, index: 0 | 1) {
  const { cents: priceCents, terms: priceTerms } = required(parsePrice(prices[index]), prices[index]);
  const posted = { threadId: index, storeId: 1, postedAt: new Date(index) };
  const offered = { priceCents, priceTerms, couponCode: coupons?.[index] ?? null, currency: 'USD', expired: false };
  return { ...readDeal({ title: titles[index], url: urls[index], ...offered }, store), ...posted };
}

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
  const sets: [string, LabelledPair[]][] = [
    ['titles', readLabelledTitles()],
    ['deals', readLabelledDeals()],
  ];
  const rules: [string, Rule][] = [
    ['same title', byTitleKey],
    ['alike (decision 059)', asImported],
  ];
  const rows = rules.flatMap(([rule, isFound]) =>
    sets.flatMap(([pairs, labelled]) =>
      (['develop', 'held-out'] as const).map((part) => {
        const of = labelled.filter((pair) => pair.part === part);
        const { recall, precision } = figuresOf(of, isFound);
        const same = of.filter((pair) => pair.same).length;
        return {
          ...{ rule, pairs, part, 'same product': same, 'another one': of.length - same },
          ...{ recall: scoreText(recall), precision: scoreText(precision) },
        };
      }),
    ),
  );
  const notes = ['titles: at one store and price; deals: with addresses, coupons and kinds of price', 'Goal: recall 0.9, precision 0.95.'];
  return { title: 'Duplicates, as an import finds them', rows, notes };
}
