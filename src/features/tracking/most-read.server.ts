import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { OTHER_PATHS, uncountedSince } from './days.server.ts';

/** How many days count, including today. */
const DAYS = 7;

/** The paths of the pages that were viewed most in the last days, the most viewed first. @param most so many at most */
export async function mostReadPaths({ db, clock }: Pick<Context, 'db' | 'clock'>, most: number): Promise<string[]> {
  const since = sql`${clock().toISOString().slice(0, 10)}::date - ${sql.lit(DAYS - 1)}`;
  const { rows } = await sql<{ path: string }>`
    select path from (
      select path, events from event_days where kind = 'view' and path <> ${OTHER_PATHS} and day >= ${since}
      union all
      select path, 1 from events
      where kind = 'view'
        and received_at >= ${uncountedSince(since)}) as views
    group by path order by sum(events) desc, path limit ${most}`.execute(db);
  return rows.map(({ path }) => path);
}
