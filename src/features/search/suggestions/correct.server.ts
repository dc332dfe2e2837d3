import { sql } from 'kysely';
import type { Db } from '../../../server/db/connect.ts';
import { editsAllowed, editsBetween } from './typos.ts';

/** Of words much like the typed one so many are looked at. */
const LOOKED_AT = 30;

/**
 * What was probably meant: each word that no title has, by the nearest one that titles have; the last one may be begun.
 * @param words folded
 * @returns undefined when nothing is near
 */
export async function corrected(db: Db, words: string[]): Promise<string[] | undefined> {
  const { rows } = await sql<{ at: number; word: string; deals: number }>`
    select t.at::int as at, near.word, near.deals
    from unnest(${words}::text[]) with ordinality as t (typed, at)
    cross join lateral (
      select word, deals from search_words
      where length(t.typed) > 3 and word % t.typed order by similarity(word, t.typed) desc, deals desc limit ${sql.lit(LOOKED_AT)}) as near`.execute(
    db,
  );
  const meant = words.map((typed, index) => {
    const begun = index === words.length - 1;
    const near = rows
      .filter(({ at }) => at === index + 1)
      .map(({ word, deals }) => ({ word, deals, edits: editsBetween(typed, word, { begun }) }))
      .filter(({ edits }) => edits <= editsAllowed(typed))
      .toSorted((a, b) => a.edits - b.edits || b.deals - a.deals);
    return near[0]?.word ?? typed;
  });
  return meant.some((word, index) => word !== words[index]) ? meant : undefined;
}
