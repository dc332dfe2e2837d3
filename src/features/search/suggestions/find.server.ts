import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { LAST_CHARACTER } from '../closest.ts';
import { HIGHEST_RANK, type Part } from './rank.ts';
import type { Found } from './suggestion.ts';
import { required } from '../../../lib/required.ts';

/** More than are shown, because some say the same. */
const MOST: Record<Part, number> = { words: 24, names: 12, users: 4 };
/** Of several words in any order, so many phrases of each are looked at. */
const LOOKED_AT = 80;

/** The suggestions of a part with a word that begins so, and on from there as `beginning` goes on; best first. */
const beginningWith = (part: Part, beginning: string, most: number) => sql`
  select k.suggestion_id as id, level.rank, k.key from generate_series(${sql.lit(HIGHEST_RANK)}, 0, -1) as level (rank)
  cross join lateral (
    select suggestion_id, key from suggestion_keys
    where part = ${sql.lit(part)} and rank = level.rank and key >= ${beginning} and key < ${beginning + LAST_CHARACTER} order by key limit ${sql.lit(most)}) as k
  limit ${sql.lit(most)}`;

/**
 * Suggestions with words that begin as the text does, one after the other; best first, and of the same rank as they go on from there.
 * @param text folded, not empty
 */
export async function findInOrder(db: Db, text: string): Promise<Found[]> {
  const parts = (['words', 'names', 'users'] as const).map((part) => sql`(${beginningWith(part, text, MOST[part])})`);
  const { rows } = await sql<Found>`
    select s.kind, s.ref, s.folded, s.phrase, s.deals
    from (${sql.join(parts, sql` union all `)}) as found join suggestions as s using (id)
    order by found.rank desc, found.key, s.id`.execute(db);
  return rows;
}

/**
 * Phrases that have all the words, in any order, the last one begun or whole. Each is fetched by its id (`offset 0`): the planner would
 * rather read them all.
 * @param words folded, two or more
 */
export async function findInAnyOrder(db: Db, words: string[]): Promise<Found[]> {
  const whole = [...words];
  const last = required(whole.pop(), 'the word that may go on');
  const looked = [...whole.map((word) => `${word} `), last].map((beginning) => sql`(${beginningWith('words', beginning, LOOKED_AT)})`);
  const patterns = [...whole.map((word) => `% ${word} %`), `% ${last}%`];
  const { rows } = await sql<Found>`
    select s.kind, s.ref, s.folded, s.phrase, s.deals
    from (select id, max(rank) as rank from (${sql.join(looked, sql` union all `)}) as each group by id) as found
    cross join lateral (select * from suggestions where id = found.id offset 0) as s
    where ' ' || s.folded || ' ' like all (${patterns}::text[])
    order by found.rank desc, s.folded, s.id limit ${sql.lit(MOST.words)}`.execute(db);
  return rows;
}

/** Names of stores, brands and categories that read much like the text. */
export async function findSimilarNames(db: Db, text: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select kind, ref, folded, phrase, deals from suggestions
    where kind in ('store', 'brand', 'category') and folded % ${text} and rank is not null
    order by similarity(folded, ${text}) desc, rank desc, folded, id limit ${sql.lit(MOST.names)}`.execute(db);
  return rows;
}
