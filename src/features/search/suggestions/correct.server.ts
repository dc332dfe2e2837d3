import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { englishWords } from '../english-words.server.ts';
import { LAST_CHARACTER, digitsOf, editsBetween, mostEdits, deletionsAndTranspositions } from '../closest.ts';

/** Of words that begin as the first half of the typed one, and of those much like it, so many are looked at. */
const LOOKED_AT = 100;
const PER_TYPO = 3;

/**
 * What was probably meant: each word that no title has, by the nearest one that titles have; the last one may be begun. Figures are never
 * taken for typos, nor are English words: a 4095 is no 4090, and golf is no gold.
 * @param words folded
 * @returns undefined when nothing is near
 */
export async function correctWords(db: Db, words: string[]): Promise<string[] | undefined> {
  const correct = await englishWords();
  const unknown = new Set(words.filter((word) => !correct.has(word)));
  if (unknown.size === 0) return undefined;
  const lookups = [...unknown].map((word) => ({
    word,
    half: word.slice(0, word.length >> 1).toWellFormed(),
    typos: mostEdits(word) > 0 ? deletionsAndTranspositions(word) : [],
  }));
  const { rows } = await sql<{ typed: string; word: string; deals: number }>`
    select t.word as typed, near.word, near.deals
    from json_to_recordset(${JSON.stringify(lookups)}::json) as t (word text, half text, typos json)
    cross join lateral (
      (select w.word, w.deals from search_words as w where w.word >= t.half and w.word < t.half || ${LAST_CHARACTER} order by w.deals desc, w.word limit ${sql.lit(LOOKED_AT)})
      union (select w.word, w.deals from search_words as w where w.word % t.word order by w.deals desc, w.word limit ${sql.lit(LOOKED_AT)})
      union (select begun.* from json_array_elements_text(t.typos) as typo cross join lateral (
        select w.word, w.deals from search_words as w where w.word >= typo and w.word < typo || ${LAST_CHARACTER} order by w.word limit ${sql.lit(PER_TYPO)}) as begun)
    ) as near
    where length(t.word) > 3`.execute(db);
  const meant = words.map((typed, index) => {
    const edits = index === words.length - 1 ? editsToBegin : editsToWhole;
    const most = mostEdits(typed);
    const near = rows
      .filter((row) => row.typed === typed)
      .map(({ word, deals }) => ({ word, deals, edits: edits(typed, word, most) }))
      .toSorted((a, b) => a.edits - b.edits || b.deals - a.deals || (a.word < b.word ? -1 : 1));
    const [nearest] = near;
    return nearest && nearest.edits > 0 && nearest.edits <= most ? nearest.word : typed;
  });
  return meant.some((word, index) => word !== words[index]) ? meant : undefined;
}

/** As `editsBetween`, and too many when figures differ. */
const editsToWhole = (typed: string, word: string, most: number): number =>
  digitsOf(word) === digitsOf(typed) ? editsBetween(typed, word, most) : most + 1;

/** The same, to whatever beginning of the word is nearest. */
function editsToBegin(typed: string, word: string, most: number): number {
  let fewest = most + 1;
  for (let length = typed.length - most; length <= typed.length + most && length <= word.length; length++)
    fewest = Math.min(fewest, editsToWhole(typed, word.slice(0, length), most));
  return fewest;
}
