import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { advanceIdsPast, isThreadIdTaken } from './kept-ids.server.ts';

/**
 * Takes staged deals out that were merged into others before; their comments stay and go to the others.
 * @returns how many there were
 */
export async function removeMergedFromStage(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from staged as s using merged_deals as merged
    where s.type = 'deal' and merged.source = s.source and merged.source_id = s.source_id`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** The thread id of the deal with this source id; of a merged deal, that of the deal which it was merged into. */
export const threadIdOfDeal = (source: RawBuilder<unknown>, sourceId: RawBuilder<unknown>) => sql<number>`coalesce(
  (select thread_id from deals where source = ${source} and source_id = ${sourceId}),
  (select into_thread_id from merged_deals where source = ${source} and source_id = ${sourceId}))`;

/**
 * Restores, once all deals are saved, redirects to staged deals from deals that were merged into them on another site, unless the address
 * is taken here.
 * @param added the thread ids of the deals that are new: existing deals keep their redirects
 * @returns how many addresses are taken and lead elsewhere
 */
export async function restoreMerged(db: Db, added: number[], now: Date): Promise<number> {
  const { count } = await oneRow(
    db,
    sql<{ count: number }>`
      with asked as (
        select d.thread_id as into_thread_id, m.*
        from staged as s join deals as d using (source, source_id)
        cross join lateral jsonb_to_recordset(s.data->'merged') as m(thread_id bigint, source text, source_id text)
        where s.type = 'deal' and s.data->'merged' is not null and d.thread_id = any(${added}::bigint[])),
      restored as (
        insert into merged_deals (thread_id, into_thread_id, source, source_id, merged_at)
        select thread_id, into_thread_id, source, source_id, ${now}::timestamptz from asked
        where not ${isThreadIdTaken(sql.ref('asked.thread_id'))}
          and not exists (select from deals as d where d.source = asked.source and d.source_id = asked.source_id)
        on conflict do nothing returning thread_id)
      select ((select count(*) from asked) - (select count(*) from restored))::int as count`,
  );
  await advanceIdsPast(db, sql`select max(thread_id) from merged_deals where into_thread_id = any(${added}::bigint[])`);
  return count;
}
