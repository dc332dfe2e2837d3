import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';

/** Ids of a deal that is merged into another one. */
interface MergedDeal {
  thread_id: number;
  source: string;
  source_id: string;
}

/**
 * Deletes a duplicate in favour of another deal, in a transaction. Collections and observed prices that the other deal lacks move to it.
 * Addresses of the duplicate, and of deals merged into it before, redirect directly to the other deal. Prices in a different currency do
 * not move: they would be read as amounts in the other deal's currency.
 * @returns how many moved, and the prices that did not (`leftOut`) with their currency
 */
export async function absorbDeal(
  transaction: Db,
  duplicate: MergedDeal,
  into: Pick<MergedDeal, 'thread_id'>,
): Promise<{ collections: number; prices: number; leftOut: { prices: number; currency: string } }> {
  const { numAffectedRows: collections = 0n } = await sql`
    insert into deal_collections (thread_id, collection_id)
    select ${into.thread_id}, collection_id from deal_collections where thread_id = ${duplicate.thread_id}
    on conflict do nothing`.execute(transaction);
  const { numAffectedRows: prices = 0n } = await sql`
    insert into price_observations (thread_id, observed_on, cents)
    select ${into.thread_id}, seen.observed_on, seen.cents
    from price_observations as seen join deals as gone using (thread_id) join deals as stays using (currency)
    where seen.thread_id = ${duplicate.thread_id} and stays.thread_id = ${into.thread_id}
    on conflict do nothing`.execute(transaction);
  const leftOut = await oneRow(
    transaction,
    sql<{ prices: number; currency: string }>`
      select count(seen)::int as prices, gone.currency
      from deals as gone cross join deals as stays left join price_observations as seen
        on seen.thread_id = gone.thread_id and gone.currency <> stays.currency
      where gone.thread_id = ${duplicate.thread_id} and stays.thread_id = ${into.thread_id} group by gone.currency`,
  );
  const { thread_id, source, source_id } = duplicate;
  await transaction.updateTable('merged_deals').set({ into_thread_id: into.thread_id }).where('into_thread_id', '=', thread_id).execute();
  await transaction.insertInto('merged_deals').values({ thread_id, into_thread_id: into.thread_id, source, source_id }).execute();
  await sql`update deals set changed_at = now() where thread_id = ${into.thread_id}`.execute(transaction);
  await transaction.deleteFrom('deals').where('thread_id', '=', thread_id).execute();
  return { collections: Number(collections), prices: Number(prices), leftOut };
}
