import type { Term } from './search-plan.ts';
import { allOf, anyOf } from './tsquery.ts';

/** Most combinations of terms to leave out in one query. */
const MOST_COMBINATIONS = 60;

/**
 * What has all required terms but `missing` of them; what says which kind of thing is looked for is missed last.
 * @returns undefined when there is nothing left to ask for
 */
export function minimumShouldMatch(terms: Term[], missing: number, of: 'query' | 'looser' = 'query'): string | undefined {
  const required = terms.filter((term) => term.required);
  const kept = required.length - missing;
  if (kept < 1) return undefined;
  const kinds = required.filter((term) => term.isKind);
  const others = required.filter((term) => !term.isKind);
  const ways = kinds.length <= kept ? choose(others, kept - kinds.length).map((way) => [...kinds, ...way]) : choose(kinds, kept);
  // When there are too many combinations, the most significant words are kept.
  ways.sort((a, b) => weightOf(b) - weightOf(a));
  return anyOf(ways.slice(0, MOST_COMBINATIONS).map((way) => allOf(way.map((term) => term[of]))));
}

const weightOf = (terms: Term[]) => terms.reduce((sum, { weight }) => sum + weight, 0);

function choose<T>(from: T[], count: number): T[][] {
  if (count === 0) return [[]];
  return from.flatMap((one, index) => choose(from.slice(index + 1), count - 1).map((others) => [one, ...others]));
}
