import type { Title, Word } from './read-title.ts';
import { wordSimilarity } from './similar-words.ts';

/** The words of two titles laid side by side. */
export interface Pairing {
  /** Weight of the words of both. */
  common: number;
  /** Whether a number of the maker's is among it. */
  sameCode: boolean;
  /** Whether any number is, such as that of a generation. */
  sameNumber: boolean;
  /** Words that are an aside in one title and the subject in the other. */
  shifted: Word[];
  /** Words of only one of them. */
  left: [Word[], Word[]];
}

/** Words that stand apart in one title and together in the other: "Sound Link", "RTX4070". */
const MOST_JOINED = 3;

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

/** Pairs words of which no two are equal, and takes them out of `left`. */
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
  if (areJoined(one, other)) for (const [ours, theirs] of joined(one, other, open)) pair(ours, theirs, 1);
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

/** A number of the maker's that begins with letters names a model; one that begins with digits may be a chip's that many models have. */
const isCode = ({ text, number }: Word) => number !== undefined && text.length >= 5 && /^[a-z]+\d{2}|^\d{5,}$/.test(text);

/** Model numbers are the same where one has more letters at its end, for a country or colour. */
function numberSimilarity(ours: Word, theirs: Word): number {
  const [short, long] = ours.text.length <= theirs.text.length ? [ours.text, theirs.text] : [theirs.text, ours.text];
  if (short.length < 5 || !/[a-z]/.test(short)) return 0;
  if (long.startsWith(short) && long.length - short.length >= 3) return 1;
  return long.endsWith(short) && short.length >= 6 ? 1 : 0;
}

/** Whether there are runs that read alike and are not cut alike. Somewhere in them a word begins with another one. */
function areJoined(one: Word[], other: Word[]): boolean {
  return one.some(({ text: ours }, at) =>
    other.some(({ text: theirs }, otherAt) => ours.length !== theirs.length && ours[0] === theirs[0] && readAlike(one, at, other, otherAt)),
  );
}

/** Whether a run that begins at a word reads as one that begins at a word of the other title. */
function readAlike(one: Word[], at: number, other: Word[], otherAt: number): boolean {
  let [ours, theirs] = [one[at]?.text ?? '', other[otherAt]?.text ?? ''];
  let [next, otherNext] = [at + 1, otherAt + 1];
  while (ours.length !== theirs.length) {
    if (!ours.startsWith(theirs) && !theirs.startsWith(ours)) return false;
    const isOurs = ours.length < theirs.length;
    const word = isOurs ? one[next++] : other[otherNext++];
    if (!word || next - at > MOST_JOINED || otherNext - otherAt > MOST_JOINED) return false;
    if (isOurs) ours += word.text;
    else theirs += word.text;
  }
  return ours === theirs;
}

function joined(one: Word[], other: Word[], open: [Set<Word>, Set<Word>]): [Word[], Word[]][] {
  const found: [Word[], Word[]][] = [];
  const taken = new Set<Word>();
  const free = (words: Word[], side: 0 | 1) => words.every((word) => !taken.has(word)) && words.some((word) => open[side].has(word));
  const theirs = openRuns(other, open[1]);
  for (const [text, run] of openRuns(one, open[0])) {
    const match = theirs.get(text);
    if (!match || (run.length === 1 && match.length === 1) || !free(run, 0) || !free(match, 1)) continue;
    for (const word of [...run, ...match]) taken.add(word);
    found.push([run, match]);
  }
  return found;
}

/** Words that stand one behind the other, by how they read together, as far as any of them is open. */
function openRuns(words: Word[], open: Set<Word>): Map<string, Word[]> {
  const runs = new Map<string, Word[]>();
  for (let from = 0; from < words.length; from++) {
    let text = '';
    let isOpen = false;
    for (const [index, word] of words.slice(from, from + MOST_JOINED).entries()) {
      text += word.text;
      isOpen ||= open.has(word);
      if (isOpen && !runs.has(text)) runs.set(text, words.slice(from, from + index + 1));
    }
  }
  return runs;
}
