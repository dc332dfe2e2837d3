import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import { tryAcquireLock } from '../../../server/db/advisory-locks.ts';
import type { Db } from '../../../server/db/database.ts';
import { every } from '../../../server/every.ts';
import { foldWords } from '../fold.ts';

const STORED_EVERY_MS = 5_000;
const RANKED_EVERY_MS = 60_000;
/** Counts of today and the six days before show. */
const DAYS = 7;
/** What each day further back counts for, of the day after it. */
const FADING = 0.75;
/** Fewer visitors make no trend. */
const VISITORS = 3;
const MOST_TRENDING = 100;
const LONGEST = 60;
const MOST_WORDS = 6;

/** What many search for: folded, and as it is shown. */
export interface Trending {
  folded: string;
  phrase: string;
}

/**
 * Counts a search of the search page: call it for the first page of what somebody typed, not for later pages, filters and
 * sorts. It is counted in memory and stored some seconds later, without anything about who searched; what a crash takes
 * with it is those seconds. Repeats by the same visitor, and searches that found nothing, don't count.
 * @param search `q` as it was typed, how many `results` it has, and the `visitor`'s network (`Astro.locals.network`)
 */
export function noteSearch(
  { searches }: Pick<Context, 'searches'>,
  { q, results, visitor }: { q: string; results: number; visitor: string },
): void {
  const words = foldWords(q.slice(0, 2 * LONGEST));
  const phrase = words.join(' ');
  if (results > 0 && words.length > 0 && words.length <= MOST_WORDS && phrase.length > 1 && phrase.length <= LONGEST)
    searches.note(phrase, visitor);
}

type Used = Pick<Context, 'db' | 'clock' | 'searches'>;

/** Stores what was searched for every few seconds, and works out what is trending every minute. @returns a function that ends it and stores the rest */
export function startTrendingJob(context: Used, onError: (error: unknown) => void): () => Promise<void> {
  void rankTrending(context).catch(onError);
  const ends = [
    every(STORED_EVERY_MS, () => storeSearches(context), onError),
    every(RANKED_EVERY_MS, () => rankTrending(context), onError),
  ];
  return async () => {
    ends.forEach((end) => end());
    await storeSearches(context).catch(onError);
  };
}

/** Adds what was counted to the day's counts; of phrases only that the catalogue has all words of, so that nobody's private text is kept. */
export async function storeSearches({ db, clock, searches }: Used): Promise<void> {
  const counts = searches.take();
  if (counts.size === 0) return;
  try {
    await sql`
      insert into search_counts as c (day, phrase, visitors)
      select ${dayOf(clock())}::date, t.phrase, t.visitors
      from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as t (phrase, visitors)
      where not exists (
          select from unnest(string_to_array(t.phrase, ' ')) as typed (word)
          where not exists (select from search_words as w where w.word = typed.word))
        or exists (select from suggestions as s where s.kind in ('store', 'brand', 'category') and s.folded = t.phrase)
      order by t.phrase
      on conflict (day, phrase) do update set visitors = c.visitors + excluded.visitors`.execute(db);
  } catch (error) {
    searches.putBack(counts);
    throw error;
  }
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/** Works out what is trending, the last days counting most, and deletes the days before them; one server at a time. */
export async function rankTrending({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const today = dayOf(clock());
  await db.transaction().execute(async (transaction) => {
    if (!(await tryAcquireLock(transaction, 'trending'))) return;
    await sql`delete from search_counts where day <= ${today}::date - ${sql.lit(DAYS)}`.execute(transaction);
    await sql`
      with ranked as (
        select phrase, row_number() over (order by sum(visitors * power(${sql.lit(FADING)}, greatest(0, ${today}::date - day))) desc, phrase) as place
        from search_counts group by phrase having sum(visitors) >= ${sql.lit(VISITORS)}
        order by place limit ${sql.lit(MOST_TRENDING)}),
      gone as (delete from trending_searches where place > (select count(*) from ranked))
      insert into trending_searches as t (place, folded, phrase)
      select place, phrase, coalesce(
        (select s.phrase from suggestions as s where s.kind in ('product', 'store', 'brand', 'category') and s.folded = ranked.phrase order by s.kind limit 1), phrase)
      from ranked
      on conflict (place) do update set folded = excluded.folded, phrase = excluded.phrase
      where (t.folded, t.phrase) is distinct from (excluded.folded, excluded.phrase)`.execute(transaction);
  });
}

/** What is trending, the most searched for first. @param begun folded beginning of one of its words and what follows; empty for all */
export async function readTrending(db: Db, begun: string, most: number): Promise<Trending[]> {
  return db
    .selectFrom('trending_searches')
    .select(['folded', 'phrase'])
    .where(sql<boolean>`' ' || folded like ${`% ${begun}%`}`)
    .orderBy('place')
    .limit(most)
    .execute();
}
