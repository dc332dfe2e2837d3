import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { LONGEST_WINDOW } from './price-windows.ts';

/**
 * The deals whose pages show another history of prices on another day: it goes on until today while they are live, and afterwards checks
 * leave its windows (`priceWindows`).
 * @param since the day before, as `YYYY-MM-DD`, on which the pages were looked at last; undefined when that is not known
 * @returns their thread ids
 */
export async function dealsWithAgingHistory(db: Db, since: string | undefined): Promise<number[]> {
  const leavesWindow = since === undefined ? sql`true` : sql`max(p.observed_on) >= ${since}::date - ${sql.lit(LONGEST_WINDOW)}`;
  const { rows } = await sql<{ id: number }>`
    select d.thread_id as id from price_observations as p join deals as d using (thread_id)
    where d.status <> 'scheduled' group by d.thread_id
    having count(*) > 1 and (d.status = 'live' or ${leavesWindow})`.execute(db);
  return rows.map(({ id }) => id);
}
