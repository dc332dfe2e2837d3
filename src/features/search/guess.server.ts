import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { englishWords } from './english-words.server.ts';
import { LAST_CHARACTER, closestWords, mostEdits, deletionsAndTranspositions, type KnownWord } from './closest.ts';
import type { Guess, Known, Word } from './understood.ts';

const MOST_BEGUN = 24;
const MOST_ENDED = 12;
/** A model as it may be typed as one: the letters before it, and what begins with a figure or one letter and figures. */
const JOINED_MODEL = /^[a-z]+?(?=[a-z]?\d)/;
const SHORTEST_TAIL = 3;
/** What may be the end of a model: letters and figures, three at least, or four figures: "2780" is the EW2780Q. */
const MODEL_END = /^(?=.{3})(?:[a-z]+\d|\d+[a-z]|\d{4})[a-z\d]*$/;
/** A model with the first letter of the word after it: "o11d" is the O11 Dynamic. */
const MODEL_AND_LETTER = /^[a-z]+\d(?:[a-z\d]*\d)?[a-z]$/;
const MOST_NEAR = 400;
const SHORTEST_HYPHENATED = 3;
/** Longer words are not split, which would give too many ways. */
const LONGEST_SPLIT = 30;

/** What is found of a word that is looked up. */
interface Found {
  word: string;
  described: boolean;
  hyphenated: Known[] | null;
  heads: (Known & { tail: string })[];
  known: Known[];
  begun: Known[];
  ended: Known[];
  near: (KnownWord & Known)[];
}

const listed = (rows: RawBuilder<unknown>) => sql`coalesce((select json_agg(found) from (${rows}) as found), '[]')`;

/** Whether a deal has the word, be it only in its description. */
const isDescribed = sql`exists (select from deals where search @@ plainto_tsquery('search', word))`;

/** The parts of a word with a hyphen after its first letter: "kcups" are K-Cups. One letter begins too many words to be asked of titles in any other way. */
const hyphenatedParts = sql`
  case when length > ${SHORTEST_HYPHENATED} and exists (
      select from deals where search @@ phraseto_tsquery('search', left(word, 1) || ' ' || substr(word, 2)))
    then (select json_agg(json_build_object('word', part, 'stem', coalesce((ts_lexize('search_stem', part))[1], part)) order by place)
      from unnest(array[left(word, 1), substr(word, 2)]) with ordinality as parts (part, place)) end`;

/** Beginnings of the word that stand in deals before a word that begins as the rest of it. */
const modelHeads = sql`
  select head as word, stem, tail from json_to_recordset(heads) as model (head text, tail text),
    lateral (select coalesce((ts_lexize('search_stem', head))[1], head) as stem) as stemmed
  where exists (select from deals where search @@ (quote_literal(stem) || ' <-> ' || quote_literal(tail) || ':*')::tsquery)`;

/** Those of the parts that are words of deals. */
const knownParts = sql`select word, stem from search_words where search_words.word = any(array(select json_array_elements_text(parts)))`;

/** Words that begin with the word. */
const longerWords = sql`
  select word, stem from search_words
  where search_words.word > lookup.word and search_words.word < lookup.word || ${LAST_CHARACTER} and length > 1
  order by deals desc, word limit ${MOST_BEGUN}`;

/**
 * Models that end with the word, at a change of letters and figures: "070ti" is no end of "4070ti". The letters of a variant may follow, as in
 * 32UN650-W.
 */
const modelsEnding = sql`
  select word, stem from search_words
  where model and search_words.word like '%' || lookup.word || '%'
    and search_words.word ~ ('([0-9](?=[a-z])|[a-z](?=[0-9]))' || lookup.word || '((?<=[0-9])[a-z]{1,2})?$')
  order by deals desc, word limit ${MOST_ENDED}`;

const asLong = sql`length(search_words.word) between length - edits and length + edits order by deals desc, word limit ${MOST_NEAR}`;

/** Words that the word may be a typo of: by what is left of it without a letter, by either of its halves, and by its trigrams. */
const similarWords = sql`
  (select word, stem, deals from search_words where search_words.word = any(array(select json_array_elements_text(typos))))
  union (select word, stem, deals from search_words
    where half <> '' and search_words.word >= half and search_words.word < half || ${LAST_CHARACTER} and ${asLong})
  union (select word, stem, deals from search_words
    where half <> '' and reverse(search_words.word) collate "C" >= "otherHalf"
      and reverse(search_words.word) collate "C" < "otherHalf" || ${LAST_CHARACTER} and ${asLong})
  union (select word, stem, deals from search_words where edits > 1 and search_words.word % lookup.word and ${asLong})`;

/** Finds alternatives to words that few or no titles have. @returns the guesses by word */
export async function guess(db: Db, of: Word[]): Promise<Map<string, Guess>> {
  const words = [...new Set(of.map(({ word }) => word))];
  if (words.length === 0) return new Map();
  const splits = new Map(words.map((word) => [word, waysToSplit(word)]));
  const correct = await englishWords();
  const lookups = [...splits].map(([word, ways]) => lookupOf(word, ways, correct.has(word) ? 0 : mostEdits(word)));
  const { rows } = await sql<Found>`
    select word, ${isDescribed} as described, ${hyphenatedParts} as hyphenated, ${listed(modelHeads)} as heads, ${listed(knownParts)} as known,
      ${listed(longerWords)} as begun, ${listed(modelsEnding)} as ended, ${listed(similarWords)} as near
    from json_to_recordset(${JSON.stringify(lookups)}::json)
      as lookup (word text, heads json, parts json, typos json, half text, "otherHalf" text, model boolean, length int, edits int)`.execute(
    db,
  );
  return new Map(
    rows.map(({ word, described, hyphenated, heads, known, begun, ended, near }) => {
      const byWord = new Map(known.map((each) => [each.word, each]));
      const split = splits.get(word)?.find((way) => way.every((part) => byWord.has(part)));
      const joinedBy = (head?: Known & { tail: string }) => head && [head, { word: head.tail, stem: head.tail, begins: true }];
      // Other titles than that of the O11 Dynamic have an "o", an "11" and a "d".
      const lettered = joinedBy(heads.find(({ tail }) => tail.length === 1));
      const parts = lettered ?? split?.flatMap((part) => byWord.get(part) ?? []) ?? hyphenated ?? joinedBy(heads[0]) ?? [];
      return [word, { described, begun, ended, parts, closest: closestWords(word, near) }];
    }),
  );
}

/**
 * Returns what to look up for a word. Each half of it finds the words with a typo in the other half.
 * @param edits how many typos it may have
 */
function lookupOf(word: string, ways: string[][], edits: number) {
  const letters = [...word];
  const middle = edits > 0 ? letters.length >> 1 : 0;
  return {
    word,
    heads: modelsIn(word),
    parts: [...new Set(ways.flat())],
    typos: edits > 0 ? deletionsAndTranspositions(word) : [],
    half: letters.slice(0, middle).join(''),
    otherHalf: letters.slice(middle).reverse().join(''),
    model: MODEL_END.test(word),
    length: letters.length,
    edits,
  };
}

/**
 * Returns where a word may be the beginning of a model: "nhd15" is "nh d15…" or "nhd 15…", of which the tail of two figures says too little; "o11d" is
 * "o11 d…".
 */
function modelsIn(word: string): { head: string; tail: string }[] {
  const [letters = ''] = JOINED_MODEL.exec(word) ?? [];
  const joined = [letters.length, letters.length + 1].flatMap((end) => {
    const [head, tail] = [word.slice(0, end), word.slice(end)];
    return /^[a-z]{2,}$/.test(head) && /^[a-z]?\d[a-z\d]*$/.test(tail) && tail.length >= SHORTEST_TAIL ? [{ head, tail }] : [];
  });
  return MODEL_AND_LETTER.test(word) ? [...joined, { head: word.slice(0, -1), tail: word.slice(-1) }] : joined;
}

/** Returns the ways to split a word into two or three, where letters and figures meet first: "rtx4070ti" is "rtx 4070 ti". */
function waysToSplit(word: string): string[][] {
  if ([...word].length > LONGEST_SPLIT) return [];
  const kinds = word.match(/\d+|\D+/gu) ?? [];
  const [first = '', ...others] = kinds;
  return [
    ...(kinds.length > 1 && kinds.length <= 4 ? [kinds] : []),
    // "mxmaster3" is "mx master 3".
    ...(others.length === 1 ? waysToHalve(first).map((halves) => [...halves, ...others]) : []),
    ...waysToHalve(word),
  ];
}

/** Returns the ways to split a word into two parts of at least two characters: the database reads no part that ends within a character. */
function waysToHalve(word: string): string[][] {
  const letters = [...word];
  return letters.slice(3).map((_, index) => [letters.slice(0, index + 2).join(''), letters.slice(index + 2).join('')]);
}
