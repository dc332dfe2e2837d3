import { sql, type RawBuilder } from 'kysely';

/** The moment that a day begins at; days are in UTC. */
export const startOfDay = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`((${day})::timestamp at time zone 'UTC')`;

/** The beginning of the first day that is not aggregated yet (`aggregateEvents`), but not before the day `since`. */
export const uncountedSince = (since: RawBuilder<unknown> = sql`'-infinity'::date`): RawBuilder<unknown> =>
  startOfDay(sql`greatest(${since}, coalesce((select max(day) + 1 from event_days), '-infinity'::date))`);

/** The list that a path is of. The lists on all deals' own pages count as one; so do those on offers' pages. */
export const listOf = (path: RawBuilder<unknown>): RawBuilder<string> => sql`regexp_replace(${path}, '^/(f|pco)/.*', '/\\1/…')`;

/** Stands for the paths of a day that have no row of their own. No path begins like this. */
export const OTHER_PATHS = 'other pages';
