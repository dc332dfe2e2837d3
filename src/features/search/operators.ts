import { foldWords } from './fold.ts';

/** A typed search, split into its words and its operators: excluded words and exact phrases. */
export interface SearchOperators {
  /** The words outside quotation marks. */
  words: string;
  phrases: string[];
  /** Words and phrases after a hyphen. */
  excluded: string[];
}

/** A quotation mark before a word opens a phrase; after a number, as in 27", it means inches. */
const OPERATOR = /(?<=^|\s)(?:(-?)"(\s*[^"\s][^"]*)"(?=\s|$)|-([^\s"-]\S*))/gu;

/** Emoji with what colours and joins them, and signs of currencies: no deal is found by them, because the database leaves them out. */
const SYMBOLS = /(?:[\p{So}\p{Sc}\p{Sk}\p{RI}]|\u200d|\ufe0f|\u20e3)+/gu;

/** Reads `-word`, `"exact phrase"` and `-"exact phrase"` (issue 18, Old addresses live). A mark that is never closed means nothing. */
export function readOperators(text: string): SearchOperators {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const marked = text.replaceAll(SYMBOLS, ' ').replaceAll(/[“”„]/g, '"');
  const words = marked.replaceAll(OPERATOR, (_whole, hyphen?: string, phrase?: string, word?: string) => {
    if (word !== undefined) excluded.push(word);
    else (hyphen ? excluded : phrases).push((phrase ?? '').trim());
    return ' ';
  });
  return { words: words.replaceAll(/\s+/g, ' ').trim(), phrases, excluded };
}

/** All required words, without operators. */
export const requiredText = ({ words, phrases }: SearchOperators): string => [words, ...phrases].join(' ').trim();

/** Canonical text: the same for all searches that mean the same. */
export function foldSearch(text: string): string {
  const { words, phrases, excluded } = readOperators(text);
  const quoted = (folded: string[]) => (folded.length === 1 ? folded.join() : `"${folded.join(' ')}"`);
  const foldAll = (parts: string[]) => parts.map(foldWords).filter((folded) => folded.length > 0);
  const folded = [...foldWords(words), ...foldAll(phrases).map(quoted), ...foldAll(excluded).map((each) => `-${quoted(each)}`)].join(' ');
  // A phrase of one word is a word, and "(1) TB" is one word without its marks: both are seen in what was folded once.
  return folded === text ? folded : foldSearch(folded);
}
