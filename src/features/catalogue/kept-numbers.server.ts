import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** The next number of a thread or a post. */
export const NEXT_NUMBER = sql`nextval('post_ids')`;

/** A condition: whether a post of a deal or a comment has a number. */
export const isPostTaken = (number: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from deals as d where d.post_id = ${number}) or exists (select from comments as c where c.post_id = ${number}))`;

/** A condition: whether an address of a deal has a number, that of one which was merged too. */
const isThreadTaken = (number: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from deals as d where d.thread_id = ${number})
    or exists (select from merged_deals as m where m.thread_id = ${number}))`;

/** Has the next number lie above those that are to be kept. @param highest a query of one number, or of none */
export async function countOnFrom(db: Db, highest: RawBuilder<unknown>): Promise<void> {
  await sql`select setval('post_ids', kept.number) from (${highest}) as kept(number), post_ids
    where kept.number > post_ids.last_value`.execute(db);
}

/**
 * Leaves `wanted_deals` with the numbers that can be kept: those of new deals that nobody here has.
 * @returns how many new deals cannot have their address
 */
export async function keepNumbers(db: Db): Promise<number> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from wanted_deals where thread_id is not null or post_id is not null) as has`.execute(db);
  if (rows[0]?.has !== true) return 0;
  const [thread, post] = [sql.ref('w.thread_id'), sql.ref('w.post_id')];
  const earlier = (column: string) => sql`exists (select from wanted_deals as e
    where e.${sql.ref(column)} = w.${sql.ref(column)} and e.ord < w.ord)`;
  const { rows: refused } = await sql<{ ord: number }>`
    with free as (
      select w.ord, w.thread_id as asked,
        case when not ${isThreadTaken(thread)} and not ${earlier('thread_id')} then w.thread_id end as thread_id,
        case when not ${isPostTaken(post)} and not ${earlier('post_id')} then w.post_id end as post_id
      from wanted_deals as w
      where not exists (select from deals as old where old.source = w.source and old.source_id = w.source_id)),
    kept as (
      update wanted_deals as w set thread_id = free.thread_id, post_id = free.post_id from free where free.ord = w.ord)
    select ord from free where asked is not null and thread_id is null`.execute(db);
  await countOnFrom(db, sql`select greatest(max(thread_id), max(post_id)) from wanted_deals`);
  return refused.length;
}
