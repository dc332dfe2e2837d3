import { keyed } from '../../lib/keyed.ts';
import { readTaxonomyId, readId } from '../../lib/exact-params.ts';
import { MAX_TOTAL_CENTS } from '../../lib/integers.ts';
import { foldSearch } from '../search/operators.ts';

/** What an alert looks for. Limits that only its member has (votes, forums of their own, a new low) are the alert's. */
export interface Criteria {
  /** Words as search compares them, with one blank between. */
  words: string;
  /** Ids; a deal needs one of each kind that has any. */
  store: number[];
  brand: number[];
  category: number[];
  forum: number[];
  minCents: number | undefined;
  maxCents: number | undefined;
  /** Minimum percent off, 1 to 100. */
  minPercent: number | undefined;
  withCoupon: boolean;
}

const IDS = ['brand', 'category', 'forum', 'store'] as const;
const LONGEST_WORDS = 200;
const MOST_IDS = 20;

export const NO_CRITERIA: Criteria = {
  words: '',
  store: [],
  brand: [],
  category: [],
  forum: [],
  minCents: undefined,
  maxCents: undefined,
  minPercent: undefined,
  withCoupon: false,
};

/** Whether nothing is looked for, or only numbers that most deals would meet. */
export const isEmpty = ({ words, minPercent, maxCents, minCents, withCoupon, ...ids }: Criteria): boolean =>
  words === '' &&
  IDS.every((kind) => ids[kind].length === 0) &&
  [minPercent, maxCents, minCents].every((each) => each === undefined) &&
  !withCoupon;

/**
 * The one text of all criteria that mean the same: `criteriaId` (contract.md, Deal alerts). It holds nothing that HTML or a form would
 * escape (a phrase is between asterisks), and reading it back gives the criteria.
 */
export function criteriaIdOf(criteria: Criteria): string {
  const { words, minCents, maxCents, minPercent, withCoupon } = criteria;
  const parts = [
    ...IDS.map((kind) => [kind, [...new Set(criteria[kind])].toSorted((a, b) => a - b).join(',')]),
    ['coupon', withCoupon ? '1' : ''],
    ['min', minCents ?? ''],
    ['max', maxCents ?? ''],
    ['percent', minPercent ?? ''],
    // Cut only once folded, which may make them longer, and folded again, as the cut may open a phrase.
    ['q', foldSearch(foldSearch(words).slice(0, LONGEST_WORDS)).replaceAll('"', '*')],
  ];
  return parts.flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`])).join(';');
}

/** Reads a `criteriaId`. @returns undefined for what `criteriaIdOf` does not make */
export function readCriteriaId(text: string): Criteria | undefined {
  const fields = new Map(text.split(';').map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
  const ids = (kind: string) => (fields.get(kind)?.split(',') ?? []).map(readTaxonomyId);
  const figure = (name: string, most: number) => {
    const value = readId(fields.get(name) ?? '');
    return value !== undefined && value <= most ? value : undefined;
  };
  const named = keyed(IDS, (kind) =>
    ids(kind)
      .flatMap((id) => id ?? [])
      .slice(0, MOST_IDS),
  );
  const criteria: Criteria = {
    ...named,
    words: (fields.get('q') ?? '').replaceAll('*', '"'),
    minCents: figure('min', MAX_TOTAL_CENTS),
    maxCents: fields.get('max') === '0' ? 0 : figure('max', MAX_TOTAL_CENTS),
    minPercent: figure('percent', 100),
    withCoupon: fields.get('coupon') === '1',
  };
  return text !== '' && criteriaIdOf(criteria) === text ? criteria : undefined;
}
