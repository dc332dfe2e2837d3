import { areJoined } from './joined-words.ts';
import type { Title, Word } from './read-title.ts';

/** A code and a short number of similar length count as two models, others as numbers of different things. */
const ALIKE_IN_LENGTH = 3;

/** The least length of a shortened model number. */
const SHORTEST = 5;

/** A number of the maker's that begins with letters names a model; one that begins with digits may be a chip's that many models have. */
export const isCode = ({ text, number }: Word): boolean => number !== undefined && text.length >= 5 && /^[a-z]+\d{2}|^\d{5,}$/.test(text);

/** Model numbers are the same where one has more letters at its end, for a country or colour. */
export function numberSimilarity({ text: ours }: Word, { text: theirs }: Word): number {
  const [short, long] = ours.length <= theirs.length ? [ours, theirs] : [theirs, ours];
  if (short.length < SHORTEST) return 0;
  const isPart = (long.startsWith(short) && long.length - short.length >= 3) || (long.endsWith(short) && short.length >= 6);
  return isPart && /[a-z]/.test(short) ? 1 : 0;
}

/**
 * Whether numbers that only one title has are of different models, sizes or generations. Where a model's code is the same, they may be of
 * anything.
 */
export const numbersContradict = ([ours, theirs]: [Word[], Word[]], sameCode: boolean): boolean =>
  ours.some((word) => theirs.some((second) => areOfTwoThings(word, second, sameCode)));

function areOfTwoThings(ours: Word, theirs: Word, sameCode: boolean): boolean {
  if (sameCode || !ours.number || !theirs.number) return false;
  return ours.number === theirs.number || Math.abs(ours.text.length - theirs.text.length) <= ALIKE_IN_LENGTH;
}

/**
 * Whether the numbers of two titles contradict each other however their other words are paired, because no number of one can be paired with
 * a word of the other. Implies `numbersContradict` after pairing, and is quicker: most titles of one kind of thing differ like that
 * (decision 097).
 */
export function haveOtherNumbers(one: Title, other: Title): boolean {
  const ours = one.numbers.filter((word) => !hasWord(other, word));
  if (ours.length === 0) return false;
  const theirs = other.numbers.filter((word) => !hasWord(one, word));
  return (
    numbersContradict([ours, theirs], false) &&
    !sharesCode(one, ours) &&
    !sharesCode(other, theirs) &&
    !ours.some((word) => isPaired(word, other)) &&
    !theirs.some((word) => isPaired(word, one)) &&
    !areJoined(one.words, other.words)
  );
}

/** @param own its numbers that the other title does not have */
const sharesCode = ({ numbers }: Title, own: Word[]) => numbers.some((word) => isCode(word) && !own.includes(word));

const hasWord = ({ distinct }: Title, { text }: Word) => distinct.some((word) => word.text === text);

// Most numbers are too short to be compared at all.
const isPaired = (number: Word, { distinct }: Title) =>
  number.text.length >= SHORTEST && distinct.some((word) => numberSimilarity(number, word) > 0);
