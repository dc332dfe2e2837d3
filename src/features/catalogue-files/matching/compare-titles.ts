import { isNear, type Amounts } from './amounts.ts';
import { haveOtherNumbers, numbersContradict } from './numbers.ts';
import { pairWords } from './pair-words.ts';
import type { Title, Word } from './read-title.ts';
import { singular } from './singular.ts';
import { insertedWords } from './inserted-words.ts';
import {
  ACCESSORY_WORDS,
  COLOURS,
  COMMON_WORDS,
  BASE_MODEL_WORDS,
  GENDERS,
  KINDS,
  OFFER_WORDS,
  STOP_WORDS,
  VARIANT_WORDS,
} from './word-lists.ts';

/** The likelihood from which on two titles count as one product. */
export const SAME_PRODUCT = 0.78;

/**
 * Weights of words that are left: those that each title has instead of the other's (also where a maker's number is the same), and
 * additional ones.
 */
const LEFT = { swapped: 0.3, swappedByCode: 0.12, more: 0.3, moreOnPage: 0.05, aside: 0.4, number: 0.4, swappedNumber: 1 };
const SHARE = { variant: 0.72, accessory: 0.72, inserted: 0.75 };
const AMOUNT = { both: 0.6, one: 0.2, count: 0.35 };

/**
 * How likely two titles are of the same product, from 0 to 1. Words of both count for it. Words that each has instead of the other's count much
 * against it, words that one has in addition count little. Amounts, model numbers, conditions and the like that contradict each other make it 0.
 * Symmetric, and 1 for a title and itself.
 * @param page the name in their address, if both lead to the same product page. Additional words hardly count then. Words that each has
 *   instead of the other's count less where both have a number, or where the page is named like one of the titles; other pages may offer
 *   several products
 */
export function compareTitles(one: Title, other: Title, page?: Title): number {
  if (contradict(one, other) || haveOtherNumbers(one, other)) return 0;
  const { common, sameCode, sameNumber, shifted, left } = pairWords(one, other);
  if (numbersContradict(left, sameCode)) return 0;
  const amounts = compareAmounts(one.amounts, other.amounts);
  if (!amounts) return 0;
  const swapped = swappedWeight(left);
  const more = Math.abs(wordWeight(left[0]) - wordWeight(left[1])) + numberWeight(left[0]) + numberWeight(left[1]) + amounts.oneSided;
  const shared = common + amounts.common;
  if (shared === 0) return one.key === other.key ? 1 : 0;
  const covered = shared / (shared + (page ? LEFT.moreOnPage : LEFT.more) * more);
  const identified = sameCode || (page && (sameNumber || isCalled(one, page) || isCalled(other, page)));
  const kept = Math.max(0, 1 - (identified ? LEFT.swappedByCode : LEFT.swapped) * swapped);
  return covered * kept * oneSided(left, shifted) * (isSibling(one, other) ? SHARE.inserted : 1);
}

function isCalled({ words }: Title, page: Title): boolean {
  const mentioned = new Set(words.map(({ text }) => singular(text)));
  return page.words.every(({ text, number }) => number !== undefined || mentioned.has(singular(text)));
}

function contradict(one: Title, other: Title): boolean {
  if (one.disc !== undefined && other.disc !== undefined && one.disc !== other.disc) return true;
  if (one.refurbished !== other.refurbished) return true;
  if (one.audiences.size > 0 && other.audiences.size > 0) {
    if (areDisjoint(one.audiences, other.audiences) || areDisjoint(gendersOf(one), gendersOf(other))) return true;
  }
  return one.exclusive.some((words, index) => areDisjoint(words, other.exclusive[index] ?? new Set()));
}

const gendersOf = ({ audiences }: Title) => new Set([...audiences].filter((name) => GENDERS.has(name)));
const areDisjoint = (one: Set<string>, other: Set<string>) => one.size > 0 && other.size > 0 && [...one].every((said) => !other.has(said));

/** Undefined when a measure has values on both sides that the other lacks. */
function compareAmounts(one: Amounts, other: Amounts): { common: number; oneSided: number } | undefined {
  let [common, oneSided] = [0, 0];
  for (const measure of new Set([...one.keys(), ...other.keys()])) {
    const [ours, theirs] = [one.get(measure) ?? [], other.get(measure) ?? []];
    const lacking = (values: number[], among: number[]) => values.filter((value) => !among.some((each) => isNear(value, each))).length;
    const [lackOurs, lackTheirs] = [lacking(ours, theirs), lacking(theirs, ours)];
    if (lackOurs > 0 && lackTheirs > 0) return undefined;
    common += Math.min(ours.length - lackOurs, theirs.length - lackTheirs) * AMOUNT.both;
    oneSided += (lackOurs + lackTheirs) * (measure === 'count' ? AMOUNT.count : AMOUNT.one);
  }
  return { common, oneSided };
}

const weightOf = ({ weight, aside }: Word) => weight * (aside ? LEFT.aside : 1);
const wordWeight = (words: Word[]) => words.reduce((total, word) => total + (word.number ? 0 : weightOf(word)), 0);
const numberWeight = (words: Word[]) => words.reduce((total, word) => total + (word.number ? weightOf(word) * LEFT.number : 0), 0);

const shortNumberWeight = (words: Word[]) =>
  words.reduce((total, word) => total + (word.number === 'short' ? weightOf(word) * LEFT.swappedNumber : 0), 0);

/**
 * Different kinds of things, such as earbuds and headphones, or different things that a product is for, count in full, however common the
 * words are.
 */
function swappedWeight([ours, theirs]: [Word[], Word[]]): number {
  const swapped = Math.min(wordWeight(ours) + shortNumberWeight(ours), wordWeight(theirs) + shortNumberWeight(theirs));
  const kinds = (words: Word[]) => words.some(({ text, aside }) => !aside && KINDS.has(text));
  const targets = (words: Word[]) => words.some(({ target, weight }) => target && weight >= 0.3);
  const isFirst = (words: Word[]) => words.some(({ text, aside }) => !aside && BASE_MODEL_WORDS.has(text));
  const isNamed = (words: Word[]) => words.some(({ weight, aside }) => !aside && weight === 1);
  const instead =
    (kinds(ours) && kinds(theirs)) ||
    (targets(ours) && targets(theirs)) ||
    (isFirst(ours) && isNamed(theirs)) ||
    (isFirst(theirs) && isNamed(ours));
  return instead ? Math.max(swapped, 1) : swapped;
}

/** Whether the titles are of two products of one line. Inserted words that many products share do not say so: people add those, too. */
const isSibling = (one: Title, other: Title) =>
  insertedWords(one.sequence, other.sequence).some((word) => /^[a-z]/.test(word) && !UNSPECIFIC_WORDS.some((words) => words.has(word)));
const UNSPECIFIC_WORDS = [COLOURS, COMMON_WORDS, OFFER_WORDS, STOP_WORDS];

/** Words such as "Pro" and "case for" make a different product even if all other words are the same. */
function oneSided([ours, theirs]: [Word[], Word[]], shifted: Word[]): number {
  let share = 1;
  for (const { text, aside } of [...ours, ...theirs]) {
    if (VARIANT_WORDS.has(text)) share *= SHARE.variant;
    else if (ACCESSORY_WORDS.has(text) && !aside) share *= SHARE.accessory;
  }
  for (const { text } of shifted) if (ACCESSORY_WORDS.has(text)) share *= SHARE.accessory;
  return share;
}
