import { CHEAP, STOP_WORDS } from './stop-words.ts';
import { allOf, either, inTitle, lexeme, phrase } from './tsquery.ts';
import type { Guess, Known, Span, Understood } from './understood.ts';

/** Something that was asked for: one word, or several that name one thing. In the language of `tsquery`. */
export interface Term {
  query: string;
  /** The same, less exactly: words that begin like the last one, too. */
  looser: string;
  required: boolean;
  /** Whether it names a category: what kind of thing is looked for. */
  isKind: boolean;
  /** How much it says: a word that few deals have says more, from 0 to 1. */
  weight: number;
}

/** What brings a deal further up: as often and as prominently as it is there, or by being there at all. */
export interface Ranking {
  query: string;
  weight: number;
  flag: boolean;
}

export interface SearchPlan {
  terms: Term[];
  rankings: Ranking[];
  /** Stems and beginnings of words to mark in titles. */
  marks: Mark[];
  /** What was taken for typos: the word as it was typed, and what was looked for. */
  corrected: { from: string; to: string }[];
  /** Whether cheap ones are asked for. */
  cheap: boolean;
}

export interface Mark {
  stem: string;
  /** Whether every word is meant that begins so. */
  begins: boolean;
}

const NOISE_WEIGHT = 0.1;
const LEAST_WEIGHT = 0.08;
/** How much less what is meant by a word says than the word itself. */
const NAMED = 0.7;
const MEANT = 0.6;
const TYPO = 0.8;
const BEGUN = 0.6;
/** Another word than a known one was meant. */
const UNLIKELY = 0.3;
const BESIDE = 0.35;
/** One letter begins too many words to be looked for. */
const LEAST_BEGINNING = 2;
/** How the text index of deals spells the id of what they belong to (migrations/0008-search.ts, search_vector). */
const ID_LEXEME = { store: 's', brand: 'b', category: 'c' } as const;

/** What is looked for when somebody types these words. `guesses` are of words that no title has, or of all. */
export function planSearch({ words, named, meanings, joined, deals }: Understood, guesses: Map<string, Guess>): SearchPlan {
  const noiseAlone = words.every(({ word }) => STOP_WORDS.has(word));
  const weighed = words.map((word) => {
    const isNoise = STOP_WORDS.has(word.word);
    const weight = Math.max(LEAST_WEIGHT, Math.log(1 + deals / (1 + word.deals)) / Math.log(1 + deals));
    return { ...word, isNoise, weight: isNoise && !noiseAlone ? weight * NOISE_WEIGHT : weight };
  });
  const asked: SearchPlan = { terms: [], rankings: [], marks: [], corrected: [], cheap: words.some(({ word }) => CHEAP.has(word)) };
  const rank = (query: string, weight: number, flag = true) => asked.rankings.push({ query, weight, flag });
  const mark = (stem: string, begins = false) => asked.marks.push({ stem, begins });

  const queries = weighed.map(({ word, stem, deals: having, isNoise, weight }, index) => {
    const exact = lexeme(stem);
    const last = index === words.length - 1;
    const { described, parts, closest, begun } = guesses.get(word) ?? NO_GUESS;
    const beginning = word.length >= LEAST_BEGINNING && begun.length > 0 ? begunWith(word, begun) : undefined;
    rank(exact, weight, false);
    if (!isNoise || noiseAlone) mark(stem);
    if (having > 0 || described) {
      if (closest.length > 0) rank(either(closest.map((each) => inTitle(each.stem))), weight * UNLIKELY);
      return { exact, looser: either([exact, ...(last && beginning ? [beginning] : []), ...closest.map((each) => lexeme(each.stem))]) };
    }

    const alternatives = [exact];
    if (parts.length > 0) {
      const stems = parts.map((part) => part.stem);
      alternatives.push(phrase(stems));
      rank(phrase(stems, inTitle), weight);
      stems.forEach((each) => mark(each));
    }
    // Figures and letters that are known apart are no typo of something else.
    if (parts.length === 0 || !/\d/.test(word)) {
      if (beginning && last) {
        alternatives.push(beginning);
        rank(beginning, weight * BEGUN);
        mark(word, true);
      }
      if (closest.length > 0) {
        alternatives.push(...closest.map((each) => lexeme(each.stem)));
        rank(either(closest.map((each) => inTitle(each.stem))), weight * TYPO);
        closest.forEach((each) => mark(each.stem));
      }
      const [nearest] = closest;
      if (nearest && parts.length === 0 && !(beginning && last)) asked.corrected.push({ from: word, to: nearest.word });
    }
    return { exact: either(alternatives), looser: beginning ? either([...alternatives, beginning]) : either(alternatives) };
  });

  for (const [index, { stem, isNoise, weight }] of weighed.entries()) {
    const before = weighed[index - 1];
    if (!before || before.isNoise || isNoise) continue;
    rank(phrase([before.stem, stem], inTitle), BESIDE * Math.min(before.weight, weight));
  }

  for (const { first, last } of spansOf(words.length, [...named, ...meanings, ...joined])) {
    const here = (span: Span) => span.first === first && span.last === last;
    const spanned = weighed.slice(first, last + 1);
    const weight = spanned.reduce((sum, each) => sum + each.weight, 0);
    const ids = named.filter(here).map(({ kind, id }) => `'${ID_LEXEME[kind]}:${id}'`);
    const meant = meanings.filter(here).map(({ stems }) => stems.split(' '));
    const whole = joined.filter(here).map(({ stem }) => stem);
    if (ids.length > 0) rank(either(ids), weight * NAMED);
    if (meant.length > 0) rank(either(meant.map((stems) => phrase(stems, inTitle))), weight * MEANT);
    if (whole.length > 0) rank(either(whole.map(inTitle)), weight * MEANT);
    [...meant.flat(), ...whole].forEach((stem) => mark(stem));
    const besides = [...ids, ...meant.map((stems) => phrase(stems)), ...whole.map(lexeme)];
    const own = queries.slice(first, last + 1);
    asked.terms.push({
      query: either([allOf(own.map(({ exact }) => exact)), ...besides]),
      looser: either([allOf(own.map(({ looser }) => looser)), ...besides]),
      required: noiseAlone || !spanned.every(({ isNoise }) => isNoise),
      isKind: named.some((span) => span.kind === 'category' && here(span)),
      weight,
    });
  }
  return asked;
}

const NO_GUESS: Guess = { described: false, parts: [], closest: [], begun: [] };

/** Words that begin so, by their stems too: "gamin" begins "gaming", whose stem is "game". */
function begunWith(word: string, begun: Known[]): string {
  const stems = begun.map(({ stem }) => stem).filter((stem) => !stem.startsWith(word));
  // A beginning of two letters is that of too many words: the commonest must do.
  return word.length > LEAST_BEGINNING
    ? either([`${lexeme(word)}:*`, ...stems.map(lexeme)])
    : either(begun.map(({ stem }) => lexeme(stem)));
}

/** Each word once: in the longest span that is known, or by itself. */
function spansOf(words: number, known: Span[]): Span[] {
  const longest = known.toSorted((a, b) => b.last - b.first - (a.last - a.first) || a.first - b.first);
  const spans: Span[] = [];
  const isFree = (span: Span) => spans.every(({ first, last }) => span.last < first || span.first > last);
  for (const { first, last } of longest) if (isFree({ first, last })) spans.push({ first, last });
  for (let index = 0; index < words; index++) if (isFree({ first: index, last: index })) spans.push({ first: index, last: index });
  return spans.sort((a, b) => a.first - b.first);
}
