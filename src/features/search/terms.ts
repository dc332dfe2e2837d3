import { idLexeme } from '../filters/index-lexemes.ts';
import type { Mark, Ranking, SearchPlan, Term } from './search-plan.ts';
import { CHEAP_WORDS } from './stop-words.ts';
import { allOf, anyOf, inTitle, phrase } from './tsquery.ts';
import type { Guess, Span, Understood } from './understood.ts';
import { queryWord, weighWords, type WeightedWord, type WordQuery } from './word-queries.ts';

/** Weights of what words name or mean, and of words side by side, as shares of the weight of the words themselves. */
const MENTIONED = 0.7;
const MEANT = 0.6;
const ADJACENT = 0.35;

/** Returns what is looked for when somebody types these words. `guesses` are of words that no title has, or of all. */
export function planSearch(understood: Understood, guesses: Map<string, Guess>): SearchPlan {
  const isMeaningful = understood.mentions.length + understood.meanings.length > 0;
  const words = weighWords(understood.words, understood.deals, isMeaningful);
  const queries = words.map((word, index) => queryWord(word, guesses.get(word.word), index === words.length - 1));
  const spans = spansOf(words.length, [...understood.mentions, ...understood.meanings, ...understood.joined]).map((span) =>
    planSpan(span, words, queries, understood),
  );
  return {
    terms: spans.map(({ term }) => term),
    rankings: [...queries.flatMap((each) => each.rankings), ...rankAdjacent(words), ...spans.flatMap((each) => each.rankings)],
    marks: [...queries, ...spans].flatMap(({ marks }) => marks),
    corrected: queries.flatMap(({ correction }) => correction ?? []),
    cheap: words.some(({ word }) => CHEAP_WORDS.has(word)),
  };
}

/** Returns rankings for titles that have two words of the query side by side. */
function rankAdjacent(words: WeightedWord[]): Ranking[] {
  return words.flatMap((word, index) => {
    const before = words[index - 1];
    if (!before || before.isStopWord || word.isStopWord) return [];
    return [{ query: phrase([before.stem, word.stem], inTitle), weight: ADJACENT * Math.min(before.weight, word.weight), flag: true }];
  });
}

interface SpanPlan {
  term: Term;
  rankings: Ranking[];
  marks: Mark[];
}

/** Returns the term for some words: the words themselves, or what they name or mean together. */
function planSpan(
  { first, last }: Span,
  words: WeightedWord[],
  queries: WordQuery[],
  { mentions, meanings, joined }: Understood,
): SpanPlan {
  const isHere = (span: Span) => span.first === first && span.last === last;
  const mentioned = mentions.filter(isHere);
  const ids = mentioned.map(({ kind, id }) => `'${idLexeme(kind, id)}'`);
  const meant = meanings.filter(isHere).map(({ stems }) => stems.split(' '));
  const compounds = joined.filter(isHere).map(({ stems }) => stems.split(' '));

  const ownWords = words.slice(first, last + 1);
  const ownQueries = queries.slice(first, last + 1);
  const weight = ownWords.reduce((sum, each) => sum + each.weight, 0);
  const alternatives = [...ids, ...meant.map((stems) => phrase(stems)), ...compounds.map((stems) => phrase(stems))];
  const rankAny = (any: string[], share: number): Ranking[] =>
    any.length > 0 ? [{ query: anyOf(any), weight: weight * share, flag: true }] : [];
  return {
    term: {
      query: anyOf([allOf(ownQueries.map(({ exact }) => exact)), ...alternatives]),
      looser: anyOf([allOf(ownQueries.map(({ looser }) => looser)), ...alternatives]),
      required: ownWords.some(({ isRequired }) => isRequired),
      isKind: mentioned.some(({ kind }) => kind === 'category'),
      weight,
    },
    rankings: [
      ...rankAny(ids, MENTIONED),
      ...rankAny(
        meant.map((stems) => phrase(stems, inTitle)),
        MEANT,
      ),
      ...rankAny(
        compounds.map((stems) => phrase(stems, inTitle)),
        MEANT,
      ),
    ],
    marks: [...meant.flat(), ...compounds.flat()].map((stem) => ({ stem, begins: false })),
  };
}

/** Returns spans that hold each word once: in the longest span that is known, or by itself. */
function spansOf(words: number, known: Span[]): Span[] {
  const longest = known.toSorted((a, b) => b.last - b.first - (a.last - a.first) || a.first - b.first);
  const spans: Span[] = [];
  const isFree = (span: Span) => spans.every(({ first, last }) => span.last < first || span.first > last);
  for (const { first, last } of longest) if (isFree({ first, last })) spans.push({ first, last });
  for (let index = 0; index < words; index++) if (isFree({ first: index, last: index })) spans.push({ first: index, last: index });
  return spans.sort((a, b) => a.first - b.first);
}
