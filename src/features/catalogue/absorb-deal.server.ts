import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** What a deal that is merged into another one is known by. */
interface MergedDeal {
  thread_id: number;
  source: string;
  source_id: string;
}

/**
 * Deletes a duplicate in favour of another deal, in a transaction: what the other lacks of its collections and observed prices moves
 * there, and what led to the duplicate, also what was merged into it before, leads straight to the other.
 */
export async function absorbDeal(
  transaction: Db,
  duplicate: MergedDeal,
  into: Pick<MergedDeal, 'thread_id'>,
): Promise<{ collections: number; prices: number }> {
  const { numAffectedRows: collections = 0n } = await sql`
    insert into deal_collections (thread_id, collection_id)
    select ${into.thread_id}, collection_id from deal_collections where thread_id = ${duplicate.thread_id}
    on conflict do nothing`.execute(transaction);
  const { numAffectedRows: prices = 0n } = await sql`
    insert into price_observations (thread_id, observed_on, cents)
    select ${into.thread_id}, observed_on, cents from price_observations where thread_id = ${duplicate.thread_id}
    on conflict do nothing`.execute(transaction);
  const { thread_id, source, source_id } = duplicate;
  await transaction.updateTable('merged_deals').set({ into_thread_id: into.thread_id }).where('into_thread_id', '=', thread_id).execute();
  await transaction.insertInto('merged_deals').values({ thread_id, into_thread_id: into.thread_id, source, source_id }).execute();
  await sql`update deals set changed_at = now() where thread_id = ${into.thread_id}`.execute(transaction);
  await transaction.deleteFrom('deals').where('thread_id', '=', thread_id).execute();
  return { collections: Number(collections), prices: Number(prices) };
}
