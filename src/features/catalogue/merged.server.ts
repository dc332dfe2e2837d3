import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

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
