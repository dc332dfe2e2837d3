import type { Word } from './read-title.ts';

/** How many words of one title may be written as one in the other: "Sound Link", "RTX4070". */
const MOST_JOINED = 3;

/** Whether the titles have runs of words with the same letters, split differently. Somewhere in them a word begins with another one. */
export function areJoined(one: Word[], other: Word[]): boolean {
  return one.some(({ text: ours }, at) =>
    other.some(({ text: theirs }, otherAt) => ours.length !== theirs.length && ours[0] === theirs[0] && readAlike(one, at, other, otherAt)),
  );
}

/** Whether runs that begin at these words of the two titles have the same letters. */
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

/**
 * Pairs of runs of words with the same letters, one run of each title; no word is in two of them.
 * @param open words that are not paired yet: each run has at least one
 */
export function joinedRuns(one: Word[], other: Word[], open: [Set<Word>, Set<Word>]): [Word[], Word[]][] {
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

/** Runs of adjacent words with at least one open word, by their joined letters. */
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
