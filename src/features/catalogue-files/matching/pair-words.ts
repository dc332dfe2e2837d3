import { areJoined, joinedRuns } from './joined-words.ts';
import { isCode, numberSimilarity } from './numbers.ts';
import type { Title, Word } from './read-title.ts';
import { wordSimilarity } from './similar-words.ts';

/** The words of two titles, paired. */
interface Pairing {
  /** Weight of the words of both. */
  common: number;
  /** Whether a maker's number is among the common words. */
  sameCode: boolean;
  /** Whether any number is among them, such as that of a generation. */
  sameNumber: boolean;
  /** Words that are an aside in one title and the subject in the other. */
  shifted: Word[];
  /** Words of only one of them. */
  left: [Word[], Word[]];
}

/** Pairs the words of two titles: equal ones first, then those that are written together or apart, then those that are alike. */
export function pairWords(one: Title, other: Title): Pairing {
  let common = 0;
  let [sameCode, sameNumber] = [false, false];
  const shifted: Word[] = [];
  const pair = (ours: Word[], theirs: Word[], degree: number) => {
    common += degree * Math.max(sum(ours), sum(theirs));
    const [first, second] = [ours[0], theirs[0]];
    if (first && second && first.text === second.text && first.aside !== second.aside) shifted.push(first);
    if (degree < 1) return;
    sameCode ||= [...ours, ...theirs].some(isCode);
    sameNumber ||= [...ours, ...theirs].some(({ number }) => number !== undefined);
  };

  const left: [Word[], Word[]] = [[], [...other.distinct]];
  for (const word of one.distinct) {
    const at = left[1].findIndex(({ text }) => text === word.text);
    if (at === -1) left[0].push(word);
    else pair([word], left[1].splice(at, 1), 1);
  }
  if (left[0].length > 0 && left[1].length > 0) pairOthers(one.words, other.words, left, pair);
  return { common, sameCode, sameNumber, shifted, left };
}

/** Pairs words that are not equal, and removes them from `left`. */
function pairOthers(
  one: Word[],
  other: Word[],
  left: [Word[], Word[]],
  onPair: (ours: Word[], theirs: Word[], degree: number) => void,
): void {
  const open: [Set<Word>, Set<Word>] = [new Set(left[0]), new Set(left[1])];
  const pair = (ours: Word[], theirs: Word[], degree: number) => {
    for (const word of ours) open[0].delete(word);
    for (const word of theirs) open[1].delete(word);
    onPair(ours, theirs, degree);
  };
  if (areJoined(one, other)) for (const [ours, theirs] of joinedRuns(one, other, open)) pair(ours, theirs, 1);
  const alike: [degree: number, ours: Word, theirs: Word][] = [];
  for (const ours of open[0])
    for (const theirs of open[1]) {
      const degree = ours.number || theirs.number ? numberSimilarity(ours, theirs) : wordSimilarity(ours.text, theirs.text);
      if (degree > 0) alike.push([degree, ours, theirs]);
    }
  for (const [degree, ours, theirs] of alike.toSorted((a, b) => b[0] - a[0])) {
    if (open[0].has(ours) && open[1].has(theirs)) pair([ours], [theirs], degree);
  }
  left[0] = [...open[0]];
  left[1] = [...open[1]];
}

const sum = (words: Word[]) => words.reduce((total, { weight }) => total + weight, 0);
