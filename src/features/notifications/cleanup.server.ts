import type { Context } from '../../server/context.ts';
import { every } from '../../server/every.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

/** How long notifications are kept, in days: those that were read, and all. */
const READ_KEPT_DAYS = 90;
const KEPT_DAYS = 365;

const CLEAR_MS = HOUR_MS;

/** Forgets old notifications. */
export async function clearOldNotifications({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  await db
    .deleteFrom('notifications')
    .where((eb) => eb.or([eb('read_at', '<', before(READ_KEPT_DAYS)), eb('created_at', '<', before(KEPT_DAYS))]))
    .execute();
}

/** Clears old notifications away every hour. @returns a function that ends it */
export function startNotificationCleanupJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(CLEAR_MS, () => clearOldNotifications(context), onError);
}
