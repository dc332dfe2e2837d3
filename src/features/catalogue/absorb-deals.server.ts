import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { countMoved, moveTable } from '../../server/db/moves.ts';

/** A deal that goes, and the one that it is merged into. */
interface Absorbed {
  duplicate: { thread_id: number; post_id: number; source: string; source_id: string };
  into: { thread_id: number };
}

/** What came to a deal, and the prices that did not, with their currency. */
interface Absorption {
  collections: number;
  prices: number;
  leftOut: { prices: number; currency: string } | undefined;
}

/**
 * Deletes duplicates in favour of other deals, in a transaction. Collections and observed prices that the other deal lacks move to it.
 * Addresses of a duplicate, and of deals merged into it before, redirect directly to the other deal. Prices in a different currency do
 * not move: they would be read as amounts in the other deal's currency.
 * @param merges in which no deal is twice
 * @returns what moved of each, in their order
 */
export async function absorbDeals(transaction: Db, merges: readonly Absorbed[]): Promise<Absorption[]> {
  const moved = moveTable(merges.map(({ duplicate, into }) => ({ from: duplicate.thread_id, into: into.thread_id })));
  const collections = await countMoved(
    transaction,
    sql`
      insert into deal_collections (thread_id, collection_id)
      select into_id, collection_id from deal_collections join ${moved} on thread_id = from_id
      on conflict do nothing returning thread_id as id`,
  );
  const both = sql`${moved} join deals as gone on gone.thread_id = from_id join deals as stays on stays.thread_id = into_id
    join price_observations as seen on seen.thread_id = from_id`;
  const prices = await countMoved(
    transaction,
    sql`
      insert into price_observations (thread_id, observed_on, cents)
      select into_id, seen.observed_on, seen.cents from ${both} where gone.currency = stays.currency
      on conflict do nothing returning thread_id as id`,
  );
  const { rows: leftOut } = await sql<{ id: number; prices: number; currency: string }>`
    select into_id as id, count(*)::int as prices, gone.currency from ${both}
    where gone.currency <> stays.currency group by into_id, gone.currency`.execute(transaction);
  await sql`update merged_deals set into_thread_id = into_id from ${moved} where into_thread_id = from_id`.execute(transaction);
  await transaction
    .insertInto('merged_deals')
    .values(
      merges.map(({ duplicate: { thread_id, post_id, source, source_id }, into }) => ({
        thread_id,
        post_id,
        source,
        source_id,
        into_thread_id: into.thread_id,
      })),
    )
    .execute();
  await sql`update deals set changed_at = now() from ${moved} where thread_id = into_id`.execute(transaction);
  await sql`delete from deals using ${moved} where thread_id = from_id`.execute(transaction);
  return merges.map(({ into: { thread_id: id } }) => ({
    collections: collections.get(id) ?? 0,
    prices: prices.get(id) ?? 0,
    leftOut: leftOut.find((left) => left.id === id),
  }));
}
