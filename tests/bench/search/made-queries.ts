import { between, pick, randomFor, shuffled, type Random } from '../../../src/features/demo/random.ts';
import { isFirstDeal } from './catalogue/part-deals.ts';
import { canBeMisspelt, misspelt } from './misspelt.ts';
import type { Synonym } from './synonyms.ts';
import { isTelling, type TitleIndex } from './words.ts';

export const KINDS = ['title words', 'typo', 'prefix', 'synonym'] as const;
export type Kind = (typeof KINDS)[number];

/** What is typed, and the deals that whoever types it wants to see. */
export interface MadeQuery {
  typed: string;
  relevant: Set<number>;
}

/** Words that name more deals than this are not distinctive: a first page of ten could not hold them. */
const MOST_RELEVANT = 10;
const TRIES_A_DEAL = 12;
const SHORTEST_PREFIX = 3;
const PREFIX_SHARE = 0.6;

/** What is typed for words of a title; undefined when this kind cannot be made of them. */
type Typing = (words: string[], random: Random) => string[] | undefined;

/** So many queries of a kind, drawn from the titles of products' first deals; the same titles give the same queries. */
export function madeQueries(kind: Kind, count: number, index: TitleIndex, synonyms: Synonym[]): MadeQuery[] {
  const random = randomFor(`bench: ${kind}`);
  const made: MadeQuery[] = [];
  const taken = new Set<string>();
  const drawn = index.titles.filter(({ sourceId }) => isFirstDeal(sourceId));
  for (const { words } of shuffled(random, drawn)) {
    if (made.length === count) break;
    const query = kind === 'synonym' ? bySynonym(words, synonyms, index, random) : byWords(words, typings[kind](index), index, random);
    if (!query || taken.has(query.typed)) continue;
    taken.add(query.typed);
    made.push(query);
  }
  return made;
}

const typings: Record<Exclude<Kind, 'synonym'>, (index: TitleIndex) => Typing> = {
  'title words': () => (words) => words,
  typo: (index) => (words, random) => {
    const candidates = words.filter(canBeMisspelt);
    if (candidates.length === 0) return undefined;
    const word = pick(random, candidates);
    const typed = misspelt(word, random);
    // A word that titles have is not a misspelt one, but another.
    return index.has(typed) ? undefined : words.map((other) => (other === word ? typed : other));
  },
  prefix: () => (words) => {
    const last = words.at(-1)!;
    const cut = last.slice(0, Math.max(SHORTEST_PREFIX, Math.round(last.length * PREFIX_SHARE)));
    return cut === last ? undefined : [...words.slice(0, -1), cut];
  },
};

function byWords(title: string[], typing: Typing, index: TitleIndex, random: Random): MadeQuery | undefined {
  for (let tries = 0; tries < TRIES_A_DEAL; tries++) {
    const words = someWords(title, between(random, 2, 3), random);
    const typed = words && typing(words, random);
    const relevant = typed && index.holding(words);
    if (relevant && relevant.length <= MOST_RELEVANT) return { typed: typed.join(' '), relevant: new Set(relevant) };
  }
  return undefined;
}

function bySynonym(title: string[], synonyms: Synonym[], index: TitleIndex, random: Random): MadeQuery | undefined {
  const fitting = synonyms.filter(({ typed, meant }) => startOf(meant, title) !== -1 && !typed.every((word) => title.includes(word)));
  if (fitting.length === 0) return undefined;
  const { typed, meant } = pick(random, fitting);
  const at = startOf(meant, title);
  const others = title.filter((word, position) => (position < at || position >= at + meant.length) && !meant.includes(word));
  for (let tries = 0; tries < TRIES_A_DEAL; tries++) {
    const words = someWords(others, between(random, 1, 2), random);
    const relevant = words && index.holding([...words, ...meant]);
    if (relevant && relevant.length <= MOST_RELEVANT) return { typed: [...words, ...typed].join(' '), relevant: new Set(relevant) };
  }
  return undefined;
}

/** Some telling words of a title, in its order; undefined when it has too few. */
function someWords(title: string[], count: number, random: Random): string[] | undefined {
  const keySpecs = [...new Set(title.filter(isTelling))];
  if (keySpecs.length < count) return undefined;
  const chosen = new Set(shuffled(random, keySpecs).slice(0, count));
  return keySpecs.filter((word) => chosen.has(word));
}

/** Where words stand one after the other in a title; -1 when they don't. */
const startOf = (words: string[], title: string[]): number =>
  title.findIndex((_, at) => words.every((word, offset) => title[at + offset] === word));
