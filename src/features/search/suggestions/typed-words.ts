import { foldWords } from '../fold.ts';

const LONGEST_TEXT = 200;
const LONGEST_WORD = 40;
const MOST_WORDS = 8;

/** The words of a text that is being typed, folded; no more of them than suggestions are looked for by. @param text anything */
export const typedWords = (text: string): string[] =>
  foldWords(text.slice(0, LONGEST_TEXT))
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD).toWellFormed());
