import { foldWords } from './fold.ts';
import type { Mark } from './search-plan.ts';

/** A part of a title, marked when it matches the search. */
interface TitlePart {
  text: string;
  marked: boolean;
}

/** A figure with its unit, or a word. */
const WORD = /\d[\d.,]*(?:[\s-]*(?:["″”]|[\p{L}]{1,10}(?![\p{L}\p{N}])))?|[\p{L}\p{N}\p{M}]+/gu;
/** The most letters that an English word has after its stem. */
const LONGEST_ENDING = 4;

/** Splits a title into parts that match the search and others; concatenated they are the title. */
export function markTitle(title: string, marks: Mark[]): TitlePart[] {
  const parts: TitlePart[] = [];
  const add = (text: string, marked: boolean) => {
    const before = parts.at(-1);
    if (text === '') return;
    if (before?.marked === marked) before.text += text;
    else parts.push({ text, marked });
  };
  let done = 0;
  for (const match of title.matchAll(WORD)) {
    add(title.slice(done, match.index), false);
    for (const piece of piecesOf(match[0]))
      add(
        piece,
        foldWords(piece).some((word) => isMarked(word, marks)),
      );
    done = match.index + match[0].length;
  }
  add(title.slice(done), false);
  return parts;
}

/** A number and its unit are one part ("27 in"); with any other word they are two ("4070 Ti"). */
function piecesOf(text: string): string[] {
  if (foldWords(text).length < 2) return [text];
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- a title is short, and what is left over is all on its line
  const [, figure = '', between = '', rest = ''] = /^(\d[\d.,]*)([\s-]*)(.*)$/u.exec(text) ?? ['', text];
  return [figure, between, rest];
}

const isMarked = (word: string, marks: Mark[]) =>
  marks.some(({ stem, begins }) => word === stem || (begins ? word.startsWith(stem) : isFormOf(word, stem)));

/** Whether a word has this stem, as far as that is known without the dictionary: "batteries" has "batteri", "gaming" has "game". */
function isFormOf(word: string, stem: string): boolean {
  if (stem.length < 3 || /\d/.test(stem)) return word === `${stem}s` || word.replace(/y$/, 'i') === stem;
  const base = stem.replace(/e$/, '');
  const form = word.replace(/(?:y|ies)$/, 'i');
  return form.startsWith(stem.replace(/y$/, 'i'))
    ? form.length - stem.length <= LONGEST_ENDING
    : /^(?:ing|ed|er|es)s?$/.test(word.slice(base.length)) && word.startsWith(base);
}
