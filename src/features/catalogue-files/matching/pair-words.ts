import type { Word } from './read-title.ts';
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
export function pairWords(one: Word[], other: Word[]): Pairing {
  const open: [Set<Word>, Set<Word>] = [new Set(unique(one)), new Set(unique(other))];
  let common = 0;
  let [sameCode, sameNumber] = [false, false];
  const shifted: Word[] = [];
  const pair = (ours: Word[], theirs: Word[], degree: number) => {
    for (const word of ours) open[0].delete(word);
    for (const word of theirs) open[1].delete(word);
    common += degree * Math.max(sum(ours), sum(theirs));
    const [first, second] = [ours[0], theirs[0]];
    if (first && second && first.text === second.text && first.aside !== second.aside) shifted.push(first);
    if (degree < 1) return;
    sameCode ||= [...ours, ...theirs].some(isCode);
    sameNumber ||= [...ours, ...theirs].some(({ number }) => number !== undefined);
  };

  const byText = new Map([...open[1]].map((word) => [word.text, word]));
  for (const word of [...open[0]]) {
    const same = byText.get(word.text);
    if (same) pair([word], [same], 1);
  }
  if (open[0].size > 0 && open[1].size > 0 && mayBeJoined(one, other))
    for (const [ours, theirs] of joined(one, other, open)) pair(ours, theirs, 1);
  const alike: [degree: number, ours: Word, theirs: Word][] = [];
  for (const ours of open[0])
    for (const theirs of open[1]) {
      const degree = ours.number || theirs.number ? numberSimilarity(ours, theirs) : wordSimilarity(ours.text, theirs.text);
      if (degree > 0) alike.push([degree, ours, theirs]);
    }
  for (const [degree, ours, theirs] of alike.toSorted((a, b) => b[0] - a[0])) {
    if (open[0].has(ours) && open[1].has(theirs)) pair([ours], [theirs], degree);
  }
  return { common, sameCode, sameNumber, shifted, left: [[...open[0]], [...open[1]]] };
}

const unique = (words: Word[]) => [...new Map(words.map((word) => [word.text, word])).values()];
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

/** Runs that read alike and are not cut alike begin, somewhere, with a word that begins with another one. */
function mayBeJoined(one: Word[], other: Word[]): boolean {
  for (const { text: ours } of one) {
    for (const { text: theirs } of other) {
      if (ours.length !== theirs.length && ours[0] === theirs[0] && (ours.startsWith(theirs) || theirs.startsWith(ours))) return true;
    }
  }
  return false;
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
