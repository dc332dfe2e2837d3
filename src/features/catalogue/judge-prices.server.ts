import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Sets the day as of which triggers judge prices, until the transaction ends (migration 0036). */
export async function setJudgingDay(transaction: Db, now: Date): Promise<void> {
  await sql`select set_config('catalogue.today', ${now.toISOString().slice(0, 10)}, true)`.execute(transaction);
}

/**
 * Judges the prices again whose checks became too old to compare with; triggers see to all else. What somebody else has locked is left for
 * the next time.
 * @param most how many in one transaction
 */
export async function judgeOldPrices({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  await bySlices(db, most, async (transaction) => {
    await setJudgingDay(transaction, clock());
    const { rows } = await sql<{ id: number }>`
      select thread_id as id from deals where prices_until < catalogue_today() limit ${most} for update skip locked`.execute(transaction);
    if (rows.length > 0) await sql`select judge_prices(${rows.map(({ id }) => id)}::bigint[])`.execute(transaction);
    return rows;
  });
}

/** Judges old prices when their day has passed. @returns a function that ends it */
export const startPricesJob = (context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): (() => void) =>
  every(HOUR_MS, () => judgeOldPrices(context), onError);
