import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/** How long notifications are kept, in days: those that were read, and all. */
const READ_KEPT_DAYS = 90;
const KEPT_DAYS = 365;

/**
 * Deletes old notifications.
 * @param most how many in one transaction
 */
export async function clearOldNotifications({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await changeBySlices(
    db,
    sql`delete from notifications`,
    sql`notifications where read_at < ${before(READ_KEPT_DAYS)}::timestamptz or created_at < ${before(KEPT_DAYS)}::timestamptz`,
    most,
  );
}

/** Clears old notifications away every hour. @returns a function that ends it */
export function startNotificationCleanupJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(HOUR_MS, () => clearOldNotifications(context), onError);
}
