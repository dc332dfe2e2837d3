import { singular } from './singular.ts';
import { VARIANT_WORDS } from './word-lists.ts';

/**
 * How similar two words are: 1 for a plural, less for a typo, an abbreviation or a part of the other, 0 for unrelated words. Symmetric.
 */
export function wordSimilarity(one: string, other: string): number {
  // Words with different first letters have different singulars.
  const isOneStart = one[0] === other[0];
  if (one === other || (isOneStart && singular(one) === singular(other))) return 1;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 4) return 0;
  if (short.length >= 5 && long.endsWith(short)) return 0.7;
  // Hardly anybody misses the first key, and most words that have nothing in common are rejected here.
  if (!isOneStart) return 0;
  const apart = editDistance(short, long, long.length >= 9 ? 2 : 1);
  if (short.length >= 5 && apart <= (long.length >= 9 ? 2 : 1)) return 0.95;
  if (long.startsWith(short)) return VARIANT_WORDS.has(long.slice(short.length)) ? 0 : 0.85;
  const alike = trigramDice(short, long);
  return alike >= 0.6 ? alike : 0;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words; more than `most` counts as `most + 1`. */
function editDistance(one: string, other: string, most: number): number {
  if (other.length - one.length > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let cost = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return most + 1;
    before = last;
    last = next;
  }
  return last[other.length] ?? most + 1;
}

/** Share of three-letter stretches that two words have in common, from 0 to 1. */
function trigramDice(one: string, other: string): number {
  const [first, second] = [trigrams(one), trigrams(other)];
  const common = [...first].filter((trigram) => second.has(trigram)).length;
  return first.size + second.size === 0 ? 0 : (2 * common) / (first.size + second.size);
}

function trigrams(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}
