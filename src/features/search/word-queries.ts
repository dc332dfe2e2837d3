import type { Correction, Mark, Ranking } from './search-plan.ts';
import { STOP_WORDS } from './stop-words.ts';
import { anyOf, beginning, inTitle, lexeme, phrase } from './tsquery.ts';
import type { Guess, Known, Word } from './understood.ts';

/** A word with its weight. */
export interface WeightedWord extends Word {
  isStopWord: boolean;
  /** Stop words are required where the query has nothing else, and titles have any of them or they name something. */
  isRequired: boolean;
  /** From 0 to 1: a word that few deals have weighs more. */
  weight: number;
}

/** What one word of a query contributes to the plan; queries in the language of `tsquery`. */
export interface WordQuery {
  exact: string;
  /** The exact query, or similar words. */
  looser: string;
  rankings: Ranking[];
  marks: Mark[];
  correction: Correction | undefined;
}

/** An alternative to a word. */
interface Alternative {
  queries: string[];
  ranking: Ranking;
  marks: Mark[];
}

const STOP_WORD_WEIGHT = 0.1;
const LEAST_WEIGHT = 0.08;
/** Weights of alternatives, as shares of the weight of the word itself. */
const TYPO = 0.8;
const PREFIX = 0.6;
const SUFFIX = 0.6;
/** A known word is rarely a typo of another one. */
const TYPO_OF_KNOWN = 0.3;
/** Too many words begin with one letter. */
const SHORTEST_PREFIX = 2;

const NO_GUESS: Guess = { described: false, parts: [], closest: [], begun: [], ended: [] };

/**
 * Weighs words by how rare they are.
 * @param deals how many deals there are
 * @param isMeaningful whether the words name or mean something, as those of "Best Buy" do
 */
export function weighWords(words: Word[], deals: number, isMeaningful: boolean): WeightedWord[] {
  const onlyStopWords = words.every(({ word }) => STOP_WORDS.has(word));
  const areKnown = isMeaningful || words.some(({ deals: known }) => known > 0);
  return words.map((word) => {
    const isStopWord = STOP_WORDS.has(word.word);
    const isRequired = onlyStopWords ? areKnown : !isStopWord;
    const rarity = Math.max(LEAST_WEIGHT, Math.log(1 + deals / (1 + word.deals)) / Math.log(1 + deals));
    return { ...word, isStopWord, isRequired, weight: onlyStopWords || !isStopWord ? rarity : rarity * STOP_WORD_WEIGHT };
  });
}

/**
 * Returns what to look for when somebody types this word.
 * @param isLast whether it is the last word of the query, which may not be typed to its end
 */
export function queryWord(word: WeightedWord, guess: Guess = NO_GUESS, isLast: boolean): WordQuery {
  const exact = lexeme(word.stem);
  const prefix = prefixQuery(word.word, guess.begun);
  const rankings = [{ query: exact, weight: word.weight, flag: false }];
  const marks = word.isRequired ? [markOf(word)] : [];
  if (word.deals > 0 || guess.described) {
    if (guess.closest.length > 0) rankings.push(rankClosest(guess.closest, word.weight * TYPO_OF_KNOWN));
    const looser = anyOf([exact, ...(isLast && prefix ? [prefix] : []), ...stemsOf(guess.closest).map(lexeme)]);
    return { exact, looser, rankings, marks, correction: undefined };
  }
  const completion = isLast ? prefix : undefined;
  const alternatives = alternativesTo(word, guess, completion);
  const queries = [exact, ...alternatives.flatMap((each) => each.queries)];
  const [nearest] = guess.closest;
  return {
    exact: anyOf(queries),
    looser: anyOf(prefix ? [...queries, prefix] : queries),
    rankings: [...rankings, ...alternatives.map(({ ranking }) => ranking)],
    marks: [...marks, ...alternatives.flatMap((each) => each.marks)],
    correction:
      nearest && guess.parts.length === 0 && guess.ended.length === 0 && !completion ? { from: word.word, to: nearest.word } : undefined,
  };
}

/** Returns alternatives to a word that no deal has: a split into several words, words that begin or end with it, or corrections of a typo. */
function alternativesTo({ word, weight }: WeightedWord, { parts, closest, ended }: Guess, completion: string | undefined): Alternative[] {
  const alternatives: Alternative[] = [];
  if (parts.length > 0) {
    const begun = new Set(parts.flatMap(({ stem, begins }) => (begins ? [stem] : [])));
    const stems = stemsOf(parts);
    const query = phrase(stems, (stem) => (begun.has(stem) ? beginning(stem) : lexeme(stem)));
    const ranking = { query: begun.size > 0 ? query : phrase(stems, inTitle), weight, flag: true };
    const marked = parts.map(({ stem, begins = false }) => ({ stem, begins }));
    alternatives.push({ queries: [query], ranking, marks: marked });
  }
  // Also where both parts are known: "un650" is the end of a 27UN650, though other titles have a 650.
  if (ended.length > 0) {
    const query = anyOf(stemsOf(ended).map(lexeme));
    alternatives.push({ queries: [query], ranking: { query, weight: weight * SUFFIX, flag: true }, marks: ended.map(markOf) });
  }
  // Figures and letters that are known apart are no typo of something else.
  if (parts.length > 0 && /\d/.test(word)) return alternatives;
  if (completion) {
    const ranking = { query: completion, weight: weight * PREFIX, flag: true };
    alternatives.push({ queries: [completion], ranking, marks: [{ stem: word, begins: true }] });
  }
  if (closest.length > 0) {
    const ranking = rankClosest(closest, weight * TYPO);
    alternatives.push({ queries: stemsOf(closest).map(lexeme), ranking, marks: closest.map(markOf) });
  }
  return alternatives;
}

/** Returns a query for words with this prefix, also by their stems: "gamin" is a prefix of "gaming", whose stem is "game". */
function prefixQuery(word: string, begun: Known[]): string | undefined {
  if (word.length < SHORTEST_PREFIX || begun.length === 0) return undefined;
  const stems = stemsOf(begun);
  // Two letters begin too many words: the commonest must do.
  if (word.length === SHORTEST_PREFIX) return anyOf(stems.map(lexeme));
  return anyOf([`${lexeme(word)}:*`, ...stems.filter((stem) => !stem.startsWith(word)).map(lexeme)]);
}

const rankClosest = (closest: Known[], weight: number): Ranking => ({ query: anyOf(stemsOf(closest).map(inTitle)), weight, flag: true });

const stemsOf = (words: Known[]): string[] => words.map(({ stem }) => stem);

const markOf = ({ stem }: Known): Mark => ({ stem, begins: false });
