import { type RawBuilder, sql } from 'kysely';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';

/**
 * The status of a staged deal or offer `s` at `now`, given the row `old` that it replaces, if any. What has expired, by
 * its date or by an editor's action, stays so until a record says `expired: false` or gives a date in the future.
 */
export function statusAt(now: Date): RawBuilder<string> {
  return sql<string>`case
    when s.expired or s.expires_at <= ${now}::timestamptz then 'expired'
    when s.starts_at > ${now}::timestamptz then 'scheduled'
    when old.status = 'expired' and s.expired is null and s.expires_at is null then 'expired'
    else 'live' end`;
}

/** Whether a moderator took a deal off the site: it waits for a start that never comes, no page shows it, and only moderators put it back. */
export const isOffSite = ({ status, startsAt }: { status: DealStatus; startsAt: Date | string | null }): boolean =>
  status === 'scheduled' && startsAt === null;

/** The same of a row. @param deal its table, or an alias */
export const offSite = (deal: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${sql.ref(`${deal}.status`)} = 'scheduled' and ${sql.ref(`${deal}.starts_at`)} is null, false)`;

/** Whether an update `row` of `old` is what made it expire. */
export const hasJustExpired = sql<boolean>`(row.status = 'expired' and old.status <> 'expired')`;
