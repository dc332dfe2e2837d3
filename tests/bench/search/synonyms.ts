import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../program.ts';
import { titleWords } from './words.ts';

const LIST = join(ROOT, 'src/features/search/synonyms.txt');

/** Whoever types `typed` also means `meant`; both as words. */
export interface Synonym {
  typed: string[];
  meant: string[];
}

/** The editable list; empty when there is none. */
export const readSynonyms = (): Synonym[] => (existsSync(LIST) ? parseSynonyms(readFileSync(LIST, 'utf8')) : []);

/** Reads `tv, television` (each means the others) and `gpu => graphics card, video card` (the first means the others), a group a line. */
export function parseSynonyms(text: string): Synonym[] {
  const terms = (list: string) =>
    list
      .split(',')
      .map(titleWords)
      .filter((words) => words.length > 0);
  const lines = text.split('\n').map((line) => line.replace(/#.*/, '').trim());
  return lines.filter(Boolean).flatMap((line) => {
    const [left = '', right] = line.split('=>');
    const typed = terms(left);
    const meant = right === undefined ? typed : terms(right);
    return typed.flatMap((one) => meant.filter((other) => other !== one).map((other) => ({ typed: one, meant: other })));
  });
}
