import { sql } from 'kysely';
import type { Db } from '../../src/server/db/database.ts';
import { BEGINNING, DAY } from './accounts.ts';

const daysBefore = (days: number) => new Date(BEGINNING.getTime() - days * DAY).toISOString().slice(0, 10);

/** Observed prices of a record that is imported into a context of `accountsContext`, as `givenPriorPrices` has them. */
export const priorPrices = (amount: string): [day: string, amount: string][] => [
  [daysBefore(60), amount],
  [daysBefore(20), amount],
];

/** Has deals be known to have cost so much for the 60 days until lately: what their prices are compared with. */
export async function givenPriorPrices(db: Db, prices: { threadId: number; cents: number }[]): Promise<void> {
  const [threads, cents] = [prices.map(({ threadId }) => threadId), prices.map((price) => price.cents)];
  await sql`insert into price_observations (thread_id, observed_on, cents)
    select thread_id, current_date - days, cents from unnest(${threads}::bigint[], ${cents}::int[]) as given (thread_id, cents), unnest(array[60, 20]) as days`.execute(
    db,
  );
}
