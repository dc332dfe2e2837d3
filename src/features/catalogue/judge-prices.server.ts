import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { every } from '../../server/every.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Sets the day as of which triggers judge prices, until the transaction ends (migration 0036). */
export async function judgeAsOf(transaction: Db, now: Date): Promise<void> {
  await sql`select set_config('catalogue.today', ${now.toISOString().slice(0, 10)}, true)`.execute(transaction);
}

/** Judges the prices again whose checks became too old to compare with; triggers see to all else. */
export async function judgeOldPrices({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await judgeAsOf(transaction, clock());
    await sql`select judge_prices(array(select thread_id from deals where prices_until < catalogue_today()))`.execute(transaction);
  });
}

/** Judges old prices when their day has passed. @returns a function that ends it */
export const startPricesJob = (context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): (() => void) =>
  every(HOUR_MS, () => judgeOldPrices(context), onError);
