import { between, pick, type Random } from '../../../src/features/demo/random.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const SHORTEST = 4;
const LONGEST_WITH_ONE_EDIT = 7;

/** Whether people are forgiven when they misspell this word: it has letters alone, and four or more. */
export const canBeMisspelt = (word: string): boolean => word.length >= SHORTEST && /^[a-z]+$/.test(word);

/** A word with one slip of the finger in it, or one in each half when it has more than seven letters. */
export function misspelt(word: string, random: Random): string {
  if (word.length <= LONGEST_WITH_ONE_EDIT) return slip(word, random);
  const half = word.length >> 1;
  return slip(word.slice(0, half), random) + slip(word.slice(half), random);
}

function slip(word: string, random: Random): string {
  const at = between(random, 0, word.length - 1);
  const [before, letter, after] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const kind = pick(random, ['substitution', 'insertion', 'deletion', 'transposition'] as const);
  if (kind === 'substitution') return before + pick(random, LETTERS) + after;
  if (kind === 'insertion') return before + letter + pick(random, LETTERS) + after;
  if (kind === 'deletion') return before + after;
  return before + (after[0] ?? '') + letter + after.slice(1);
}
