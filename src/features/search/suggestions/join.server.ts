import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { LAST_CHARACTER } from '../closest.ts';

/** So many words are joined to one at most: "wh 1000 xm4" is the WH1000XM4. */
const MOST_JOINED = 3;

/**
 * The words with some neighbours written as the one word that titles have for them: "air pods" are AirPods. The last word may be begun.
 * @param words folded
 * @returns undefined when titles have no such word
 */
export async function joinWords(db: Db, words: string[]): Promise<string[] | undefined> {
  const spans = words.flatMap((_word, first) =>
    Array.from({ length: MOST_JOINED - 1 }, (_joined, more) => ({ first, after: first + more + 2 }))
      .filter(({ after }) => after <= words.length)
      .map((span) => ({ ...span, whole: words.slice(span.first, span.after).join(''), begun: span.after === words.length })),
  );
  if (spans.length === 0) return undefined;
  const { rows } = await sql<{ first: number; after: number; whole: string }>`
    select first, after, whole from json_to_recordset(${JSON.stringify(spans)}::json) as span (first int, after int, whole text, begun boolean)
    where exists (select from search_words where word = whole)
      or begun and exists (select from search_words where word > whole and word < whole || ${LAST_CHARACTER})
    order by after - first desc, first limit 1`.execute(db);
  const [joined] = rows;
  return joined && [...words.slice(0, joined.first), joined.whole, ...words.slice(joined.after)];
}
