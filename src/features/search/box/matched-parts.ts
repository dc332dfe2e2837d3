/** A part of a phrase, and whether it matches the typed text. */
export interface Part {
  text: string;
  matches: boolean;
}

/** Lower case without accents; every letter keeps its index. */
const plain = (text: string) =>
  text
    .replace(/\P{ASCII}/gu, (letter) => {
      const base = letter.normalize('NFD').slice(0, letter.length);
      return base.toLowerCase().length === letter.length ? base.toLowerCase() : letter;
    })
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const wordsOf = (text: string) => [...new Set(plain(text).split(/\s+/).filter(Boolean))].sort((a, b) => b.length - a.length);

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Splits a phrase at the typed words: where words of it begin with them, otherwise wherever they occur. */
export function matchedParts(phrase: string, typed: string): Part[] {
  const words = wordsOf(typed).map(escaped).join('|');
  if (!words) return [{ text: phrase, matches: false }];
  const compared = plain(phrase);
  const atStarts = compared.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'u'));
  const pieces = atStarts.length > 1 ? atStarts : compared.split(new RegExp(`(${words})`, 'u'));
  let at = 0;
  // What was split at is at every second place.
  const parts = pieces.map((piece, index) => ({ text: phrase.slice(at, (at += piece.length)), matches: index % 2 === 1 }));
  return parts.filter(({ text }) => text !== '');
}

/** Whether a phrase contains every typed word. */
export function hasWords(phrase: string, typed: string): boolean {
  const compared = plain(phrase);
  return wordsOf(typed).every((word) => compared.includes(word));
}
