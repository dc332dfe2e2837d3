import { sql } from 'kysely';
import type { Db } from '../../src/server/db/database.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Observed prices of a record that is imported today, as `givenPriorPrices` has them. */
export const priorPrices = (amount: string): [day: string, amount: string][] => [
  [daysAgo(60), amount],
  [daysAgo(20), amount],
];

/** Has deals be known to have cost so much for the 60 days until lately: what their prices are compared with. */
export async function givenPriorPrices(db: Db, prices: { threadId: number; cents: number }[]): Promise<void> {
  const [threads, cents] = [prices.map(({ threadId }) => threadId), prices.map((price) => price.cents)];
  await sql`insert into price_observations (thread_id, observed_on, cents)
    select thread_id, current_date - days, cents from unnest(${threads}::bigint[], ${cents}::int[]) as given (thread_id, cents), unnest(array[60, 20]) as days`.execute(
    db,
  );
}
