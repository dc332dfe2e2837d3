import { sql } from 'kysely';
import { tryAcquireLock } from '../../../server/db/advisory-locks.ts';
import type { Db } from '../../../server/db/database.ts';
import { changeRanks, type RankChange } from './change-ranks.server.ts';
import { rankOf } from './rank.ts';
import { phrasesOf } from './title-phrases.ts';

const HOTTEST_DEALS = 200;

/** Phrases of the hottest live deals have a higher rank, as long as they are among them. */
export async function warmSuggestions(db: Db): Promise<void> {
  const deals = await db
    .selectFrom('deals')
    .select('title')
    .where('status', '=', 'live')
    .orderBy('expired_last')
    .orderBy('rank', 'desc')
    .limit(HOTTEST_DEALS)
    .execute();
  const hot = [...new Set(deals.flatMap(({ title }) => phrasesOf(title).map(({ folded }) => folded)))];
  await db.transaction().execute(async (transaction) => {
    if (!(await tryAcquireLock(transaction, 'suggestions'))) return;
    const { rows } = await sql<Omit<RankChange, 'to'> & { deals: number; hot: boolean }>`
      update suggestions set hot = not hot
      where hot and not folded = any(${hot}::text[]) or not hot and kind in ('product', 'pair') and ref = 0 and folded = any(${hot}::text[])
      returning id, kind, folded, rank, deals, hot`.execute(transaction);
    await changeRanks(
      transaction,
      rows.map((row) => ({ ...row, to: rankOf(row) })),
    );
  });
}
