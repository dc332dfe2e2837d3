import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { every } from '../../server/every.ts';

const GATHERED_EVERY_MS = 600_000;

/** How many deals a feed of the whole catalogue holds: all that are shown, or those on the front page. */
export async function talliedDeals(db: Db, of: 'shown' | 'frontpage', { hideExpired }: { hideExpired: boolean }): Promise<number> {
  const { total } = await db
    .selectFrom('deal_tallies')
    .select(sql<number>`coalesce(sum(deals), 0)::bigint`.as('total'))
    .where('kind', '=', hideExpired ? `${of}-live` : of)
    .executeTakeFirstOrThrow();
  return total;
}

/** Compacts the tallies regularly; of servers that share a database, the second one finds little to do. */
export function startTalliesJob(db: Db, onError: (error: unknown) => void): () => void {
  return every(GATHERED_EVERY_MS, () => compactTallies(db), onError);
}

/** Replaces the rows of each kind by one row with their sum. */
export async function compactTallies(db: Db): Promise<void> {
  await sql`
    with gathered as (delete from deal_tallies returning kind, deals)
    insert into deal_tallies select kind, sum(deals) from gathered group by kind having sum(deals) <> 0`.execute(db);
}
