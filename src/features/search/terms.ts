/** A word of a query, as it is compared. */
export interface Word {
  word: string;
  stem: string;
  /** How many deals have it in their titles. */
  deals: number;
}

/** What stands for the words `first` to `last` of a query, counted from 0. */
interface Span {
  first: number;
  last: number;
}

/** What the catalogue knows of the words of a query. */
export interface Understood {
  words: Word[];
  /** Stores (s), brands (b) and categories with what is below them (c) that words name, by ids. */
  named: (Span & { kind: 's' | 'b' | 'c'; id: number })[];
  /** Those of them that bear such a name themselves. */
  places: Place[];
  /** What words mean besides, by stems. */
  meanings: (Span & { stems: string })[];
  /** Words that titles write as one, by stems; and figures with a unit that was left out. */
  joined: (Span & { stem: string })[];
  /** How many deals there are, more or less. */
  deals: number;
}

export interface Place {
  kind: 's' | 'b' | 'c';
  id: number;
  slug: string;
  name: string;
}

/** A word of titles. */
export type Known = Pick<Word, 'word' | 'stem'>;

/** What a word can be when no title has it. */
export interface Guess {
  /** Whether descriptions have it. */
  described: boolean;
  /** It is several words in one: "rtx4070". */
  parts: Known[];
  /** Words that it is a typo of. */
  closest: Known[];
  /** Words that begin with it, those of most deals first. */
  begun: Known[];
}

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

export interface Asked {
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

const CHEAP = new Set(['cheap', 'cheapest', 'affordable', 'budget', 'inexpensive']);

/** Words of a query that say nothing of the thing: never required beside others. */
const NOISE = new Set([
  ...CHEAP,
  ...'a an the with without for of to in on at by from or my your me i is are it its that this as'.split(' '),
  ...'deal deals sale sales discount discounts discounted offer offers bargain bargains promo promotion price prices priced buy shop'.split(
    ' ',
  ),
  ...'best good great top nice new online find need want looking cool decent quality'.split(' '),
]);

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

const lexeme = (stem: string) => `'${stem.replace(/['\\]/g, (each) => each + each)}'`;
const inTitle = (stem: string) => `${lexeme(stem)}:AB`;
const phrase = (stems: string[], each = lexeme) => (stems.length === 1 ? each(stems[0]!) : `(${stems.map(each).join(' <-> ')})`);
const either = (queries: string[]) => (queries.length === 1 ? queries[0]! : `(${[...new Set(queries)].join(' | ')})`);
export const allOf = (queries: string[]): string => (queries.length === 1 ? queries[0]! : `(${queries.join(' & ')})`);

/** What is looked for when somebody types these words. `guesses` are of the words that no title has, and of the last one. */
export function termsOf({ words, named, meanings, joined, deals }: Understood, guesses: Map<string, Guess>): Asked {
  const isNoise = words.map(({ word }) => NOISE.has(word));
  const noiseAlone = isNoise.every(Boolean);
  const weights = words.map(({ deals: having }, index) => {
    const weight = Math.max(LEAST_WEIGHT, Math.log(1 + deals / (1 + having)) / Math.log(1 + deals));
    return isNoise[index] && !noiseAlone ? weight * NOISE_WEIGHT : weight;
  });
  const asked: Asked = { terms: [], rankings: [], marks: [], corrected: [], cheap: words.some(({ word }) => CHEAP.has(word)) };
  const rank = (query: string, weight: number, flag = true) => asked.rankings.push({ query, weight, flag });
  const mark = (stem: string, begins = false) => asked.marks.push({ stem, begins });

  const queries = words.map(({ word, stem, deals: having }, index) => {
    const weight = weights[index]!;
    const exact = lexeme(stem);
    const last = index === words.length - 1;
    const { described, parts, closest, begun } = guesses.get(word) ?? NO_GUESS;
    const beginning = word.length >= LEAST_BEGINNING && begun.length > 0 ? begunWith(word, begun) : undefined;
    rank(exact, weight, false);
    if (!isNoise[index] || noiseAlone) mark(stem);
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
      if (closest.length > 0 && parts.length === 0 && !(beginning && last)) asked.corrected.push({ from: word, to: closest[0]!.word });
    }
    return { exact: either(alternatives), looser: beginning ? either([...alternatives, beginning]) : either(alternatives) };
  });

  for (let index = 1; index < words.length; index++) {
    if (isNoise[index - 1] || isNoise[index]) continue;
    rank(phrase([words[index - 1]!.stem, words[index]!.stem], inTitle), BESIDE * Math.min(weights[index - 1]!, weights[index]!));
  }

  for (const { first, last } of spansOf(words.length, [...named, ...meanings, ...joined])) {
    const here = (span: Span) => span.first === first && span.last === last;
    const weight = weights.slice(first, last + 1).reduce((sum, each) => sum + each, 0);
    const ids = named.filter(here).map(({ kind, id }) => `'${kind}:${id}'`);
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
      required: noiseAlone || !isNoise.slice(first, last + 1).every(Boolean),
      isKind: named.some((span) => span.kind === 'c' && here(span)),
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
  const longest = known
    .filter(({ first, last }) => last > first)
    .sort((a, b) => b.last - b.first - (a.last - a.first) || a.first - b.first);
  const spans: Span[] = [];
  const isFree = (span: Span) => spans.every(({ first, last }) => span.last < first || span.first > last);
  for (const { first, last } of longest) if (isFree({ first, last })) spans.push({ first, last });
  for (let index = 0; index < words; index++) if (isFree({ first: index, last: index })) spans.push({ first: index, last: index });
  return spans.sort((a, b) => a.first - b.first);
}

/** Most ways to leave terms out that are looked for at once. */
const MOST_WAYS = 60;

/**
 * What has all required terms but `missing` of them; what says which kind of thing is looked for is missed last.
 * @returns undefined when there is nothing left to ask for
 */
export function allBut(terms: Term[], missing: number, of: 'query' | 'looser' = 'query'): string | undefined {
  const required = terms.filter((term) => term.required);
  const kept = required.length - missing;
  if (kept < 1) return undefined;
  const kinds = required.filter((term) => term.isKind);
  const others = required.filter((term) => !term.isKind);
  const ways = kinds.length <= kept ? choose(others, kept - kinds.length).map((way) => [...kinds, ...way]) : choose(kinds, kept);
  // The words that say most are kept when there are too many ways.
  ways.sort((a, b) => weightOf(b) - weightOf(a));
  return either(ways.slice(0, MOST_WAYS).map((way) => allOf(way.map((term) => term[of]))));
}

const weightOf = (terms: Term[]) => terms.reduce((sum, { weight }) => sum + weight, 0);

function choose<T>(from: T[], count: number): T[][] {
  if (count === 0) return [[]];
  return from.flatMap((one, index) => choose(from.slice(index + 1), count - 1).map((others) => [one, ...others]));
}
