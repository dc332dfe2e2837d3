import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** How many deals with words of the title are examined, and how many of the most similar decide. */
const MOST_LOOKED_AT = 2_000;
const DECIDING = 15;
/** One category must have more than this share of the total similarity. */
const CLEAR = 0.5;

/** The category of the deals whose words are most like a title's; undefined where they are in several. @returns its slug */
export async function guessCategory(db: Db, title: string): Promise<string | undefined> {
  if (title === '') return undefined;
  const { rows } = await sql<{ slug: string; share: number }>`
    with asked as (select replace(plainto_tsquery('search', search_fold(${title}))::text, ' & ', ' | ')::tsquery as words),
      alike as (select d.thread_id, d.category_id, ts_rank(d.search, asked.words) as likeness
        from deals as d, asked where d.search @@ asked.words and d.status <> 'scheduled' limit ${MOST_LOOKED_AT}),
      best as (select * from alike order by likeness desc, thread_id desc limit ${DECIDING})
    select c.slug, (sum(likeness) / (select sum(likeness) from best))::float8 as share
    from best join categories as c on c.id = best.category_id group by c.slug order by share desc limit 1`.execute(db);
  const [first] = rows;
  return first && first.share > CLEAR ? first.slug : undefined;
}
