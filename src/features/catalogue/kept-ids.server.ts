import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';

/** The next id of a thread or a post. */
export const NEXT_ID = sql`nextval('post_ids')`;

/** A condition: whether a deal or a comment has this post id. */
export const isPostIdTaken = (id: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from deals as d where d.post_id = ${id}) or exists (select from comments as c where c.post_id = ${id}))`;

/** A condition: whether a deal has this thread id, or one that was merged had it. */
export const isThreadIdTaken = (id: RawBuilder<unknown>) =>
  sql<boolean>`(exists (select from deals as d where d.thread_id = ${id})
    or exists (select from merged_deals as m where m.thread_id = ${id}))`;

/**
 * Advances a sequence of ids past those that are kept.
 * @param highest a query that returns one id, or none
 * @param sequence that of threads and posts unless given
 */
export async function advanceIdsPast(db: Db, highest: RawBuilder<unknown>, sequence = 'post_ids'): Promise<void> {
  await sql`select setval(${sequence}::regclass, kept.id) from (${highest}) as kept(id), ${sql.table(sequence)} as ids
    where kept.id > ids.last_value`.execute(db);
}

/**
 * Removes from `wanted_deals` the ids that new deals cannot keep, because they are taken.
 * @returns how many new deals cannot keep their thread id, and so their address
 */
export async function keepIds(db: Db): Promise<number> {
  const { has } = await oneRow(
    db,
    sql<{ has: boolean }>`select exists (select from wanted_deals where thread_id is not null or post_id is not null) as has`,
  );
  if (!has) return 0;
  const [thread, post] = [sql.ref('w.thread_id'), sql.ref('w.post_id')];
  const earlier = (column: string) => sql`exists (select from wanted_deals as e
    where e.${sql.ref(column)} = w.${sql.ref(column)} and e.ord < w.ord)`;
  const { rows: refused } = await sql<{ ord: number }>`
    with free as (
      select w.ord, w.thread_id as asked,
        case when not ${isThreadIdTaken(thread)} and not ${earlier('thread_id')} then w.thread_id end as thread_id,
        case when not ${isPostIdTaken(post)} and not ${earlier('post_id')} then w.post_id end as post_id
      from wanted_deals as w
      where not exists (select from deals as old where old.source = w.source and old.source_id = w.source_id)),
    kept as (
      update wanted_deals as w set thread_id = free.thread_id, post_id = free.post_id from free where free.ord = w.ord)
    select ord from free where asked is not null and thread_id is null`.execute(db);
  await advanceIdsPast(db, sql`select greatest(max(thread_id), max(post_id)) from wanted_deals`);
  return refused.length;
}
