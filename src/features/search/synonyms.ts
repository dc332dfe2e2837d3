import { append } from '../../lib/append.ts';

/** A search for `typed` also finds `means`. */
export interface Synonym {
  typed: string;
  means: string;
}

export interface SynonymProblem {
  line: number;
  problem: string;
}

const MOST_LINES = 5_000;
const MOST_IN_A_GROUP = 20;
const LONGEST_PHRASE = 60;
const MOST_WORDS = 4;

/**
 * Reads a list of synonyms. `tv, television` are equal; `gpu => graphics card, video card` is one-way; `#` begins a comment.
 * Every line that cannot be read is reported with its number.
 */
export function readSynonyms(list: string): { synonyms: Synonym[]; problems: SynonymProblem[] } {
  const synonyms: Synonym[] = [];
  const problems: SynonymProblem[] = [];
  const lines = list.split(/\r?\n/);
  if (lines.length > MOST_LINES) return { synonyms, problems: [{ line: MOST_LINES + 1, problem: `more than ${MOST_LINES} lines` }] };
  for (const [index, text] of lines.entries()) {
    const line = text.replace(/#.*/, '').trim();
    if (line === '') continue;
    const read = readLine(line);
    if (typeof read === 'string') problems.push({ line: index + 1, problem: read });
    else append(synonyms, read);
  }
  return { synonyms, problems };
}

function readLine(line: string): Synonym[] | string {
  const sides = line.split('=>').map((side) => side.split(',').map((phrase) => phrase.trim().replace(/\s+/g, ' ')));
  const phrases = sides.flat();
  if (sides.length > 2) return 'has more than one =>';
  if (phrases.some((phrase) => !/[\p{L}\p{N}]/u.test(phrase)))
    return 'has a place without a word: write "tv, television" or "gpu => graphics card"';
  if (phrases.length < 2) return 'has one phrase alone: write what it means besides, such as "tv, television"';
  if (phrases.length > MOST_IN_A_GROUP) return `has more than ${MOST_IN_A_GROUP} phrases`;
  const long = phrases.find((phrase) => phrase.length > LONGEST_PHRASE || phrase.split(' ').length > MOST_WORDS);
  if (long) return `"${long.slice(0, LONGEST_PHRASE)}" is longer than ${MOST_WORDS} words`;
  const [left = [], right = left] = sides;
  return left.flatMap((typed) => right.filter((means) => means !== typed).map((means) => ({ typed, means })));
}
