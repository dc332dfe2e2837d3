import { sql, type RawBuilder } from 'kysely';

/** The moment that a day begins at; days are in UTC. */
export const startOfDay = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`((${day})::timestamp at time zone 'UTC')`;

/** The beginning of the first day that is not aggregated yet (`aggregateEvents`), but not before the day `since`. */
export const uncountedSince = (since: RawBuilder<unknown> = sql`'-infinity'::date`): RawBuilder<unknown> =>
  startOfDay(sql`greatest(${since}, coalesce((select max(day) + 1 from event_days), '-infinity'::date))`);
