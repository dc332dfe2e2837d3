import { sql } from 'kysely';
import { isLockHeld } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { every } from '../../server/every.ts';

const EVERY_MS = 500;
/** How many in one transaction: few enough that others can use the embedded database in between. */
const AT_ONCE = 300;

/** Words of titles that were added, changed or taken away are counted within a second. @returns a function that ends it */
export function startSearchWordsJob(db: Db, onError: (error: unknown) => void): () => void {
  return every(EVERY_MS, () => gatherSearch(db), onError);
}

/** Processes everything that is due for the index of words (migration 0008); only a part while an import runs, so as not to slow it down. */
export async function gatherSearch(db: Db): Promise<void> {
  while ((await isDue(db)) && (await gatherSome(db)) === AT_ONCE && !(await isLockHeld(db, 'editing')));
}

/** Looked at twice a second, without a transaction where nothing is due. */
async function isDue(db: Db): Promise<boolean> {
  const { due } = await oneRow(db, sql<{ due: boolean }>`select exists (select from search_due) as due`);
  return due;
}

/** Counts are increments, so that neither their order nor the server that adds them matters. */
async function gatherSome(db: Db): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ before: string | null; after: string | null }>`
      delete from search_due where id = any(array(select id from search_due order by id limit ${AT_ONCE} for update skip locked))
      returning before, after`.execute(transaction);
    if (due.length === 0) return 0;
    // In the order of words: two servers that add to the same ones wait for each other, and never in a circle.
    await sql`
      with counted as (
        select word, sum(each) as n from (
          select distinct deal.n, word, each
          from unnest(${due.map(({ before }) => before)}::text[], ${due.map(({ after }) => after)}::text[]) with ordinality as deal (before, after, n)
          cross join lateral (values (before, -1), (after, 1)) as title (text, each)
          cross join lateral regexp_split_to_table(search_fold(text), ' ') as word
          where word <> '' and length(word) <= 60) as words
        group by word having sum(each) <> 0)
      insert into search_words (word, stem, deals)
      select word, coalesce((ts_lexize('search_stem', word))[1], word), n from counted order by word
      on conflict (word) do update set deals = search_words.deals + excluded.deals`.execute(transaction);
    await sql`delete from search_words where deals <= 0`.execute(transaction);
    return due.length;
  });
}
