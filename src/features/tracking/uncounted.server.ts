import { sql, type RawBuilder } from 'kysely';

/** The moment from which events are not counted by day yet (`aggregateEvents`), and from `since`, a day, on at the earliest; days are in UTC. */
export const uncountedSince = (since: RawBuilder<unknown> = sql`'-infinity'::date`): RawBuilder<unknown> =>
  sql`(greatest(${since}, coalesce((select max(day) + 1 from event_days), '-infinity'::date))::timestamp at time zone 'UTC')`;
