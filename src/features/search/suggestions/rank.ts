import type { SuggestionKind } from '../../../server/db/schema/search.ts';

/** The parts of the index that are searched one by one: words, names (stores, brands, categories), users. */
export type Part = 'words' | 'names' | 'users';

/** A prefix under which a suggestion is found, and its rank there. */
export interface Key {
  part: Part;
  rank: number;
  key: string;
}

const PARTS: Record<SuggestionKind, Part> = {
  product: 'words',
  pair: 'words',
  store: 'names',
  brand: 'names',
  category: 'names',
  user: 'users',
};

/** A pair of words means something once so many deals have it. */
const PAIR_DEALS = 3;
const STEPS_PER_DOUBLING = 1.25;
const MOST_STEPS = 20;
const HOT_STEPS = 4;
/** The beginning of the phrase counts more than that of a later word. */
const FIRST_STEPS = 4;
/** No key has a higher rank. */
export const HIGHEST_RANK = MOST_STEPS + HOT_STEPS + FIRST_STEPS;

const LONGEST_KEY = 60;
/** Words that nobody begins with, inside a phrase. */
const SMALL = new Set('a an and as at by for from in of on or the to with'.split(' '));

/**
 * Returns the rank of a suggestion: in coarse steps of how many live deals it has (of a user, of the reputation), so that it
 * seldom changes. Null when it is not suggested: no live deal has it, or too few.
 */
export function rankOf({ kind, deals, hot = false }: { kind: SuggestionKind; deals: number; hot?: boolean }): number | null {
  if (kind === 'user') return Math.min(steps(Math.max(deals, 0) + 1), MOST_STEPS);
  if (deals < (kind === 'pair' ? PAIR_DEALS : 1)) return null;
  return Math.min(steps(deals), MOST_STEPS) + (hot ? HOT_STEPS : 0);
}

const steps = (many: number) => Math.round(Math.log2(many) * STEPS_PER_DOUBLING);

/** A phrase from each of its words on, with a space at the end, so that whole words can be looked for too. */
export function keysOf(kind: SuggestionKind, folded: string, rank: number): Key[] {
  const words = folded.split(' ');
  const keys = words.flatMap((word, at) => {
    if (at > 0 && SMALL.has(word)) return [];
    const key = `${words.slice(at).join(' ')} `.slice(0, LONGEST_KEY);
    return [{ part: PARTS[kind], rank: rank + (at === 0 ? FIRST_STEPS : 0), key }];
  });
  return [...new Map(keys.toReversed().map((key) => [key.key, key])).values()];
}
