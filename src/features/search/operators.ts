import { foldWords } from './fold.ts';

/** A search as it was typed, without its operators: what deals must not have, and what they must have word for word. */
export interface SearchOperators {
  /** The words that stand outside quotation marks. */
  words: string;
  phrases: string[];
  /** Words and phrases after a hyphen. */
  excluded: string[];
}

/** A quotation mark before a word. In 27" it stands for inches, and opens no phrase. */
const OPERATOR = /(?<=^|\s)(?:(-?)"(\s*[^"\s][^"]*)"(?=\s|$)|-([^\s"-]\S*))/gu;

/** Reads `-word`, `"exact phrase"` and `-"exact phrase"` (issue 18, Old addresses live). A mark that is never closed means nothing. */
export function readOperators(text: string): SearchOperators {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const words = text.replaceAll(/[“”„]/g, '"').replaceAll(OPERATOR, (_whole, hyphen?: string, phrase?: string, word?: string) => {
    if (word !== undefined) excluded.push(word);
    else (hyphen ? excluded : phrases).push((phrase ?? '').trim());
    return ' ';
  });
  return { words: words.replaceAll(/\s+/g, ' ').trim(), phrases, excluded };
}

/** All that deals are to have, as plain words. */
export const requiredText = ({ words, phrases }: SearchOperators): string => [words, ...phrases].join(' ').trim();

/** The one text of all searches that mean the same, as words are compared. */
export function foldSearch(text: string): string {
  const { words, phrases, excluded } = readOperators(text);
  const quoted = (folded: string[]) => (folded.length === 1 ? folded.join() : `"${folded.join(' ')}"`);
  const foldAll = (parts: string[]) => parts.map(foldWords).filter((folded) => folded.length > 0);
  const folded = [...foldWords(words), ...foldAll(phrases).map(quoted), ...foldAll(excluded).map((each) => `-${quoted(each)}`)].join(' ');
  // A phrase of one word is a word, and "(1) TB" is one word without its marks: both are seen in what was folded once.
  return folded === text ? folded : foldSearch(folded);
}
