import type { Updateable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { afterQuietHours, QUIET_HOURS } from './schedule.ts';
import { settingsOf } from './settings.server.ts';
import { verdictsOn, type DeliveryKey } from './verdicts.server.ts';

interface Sending {
  userId: number;
  channel: 'email' | 'push';
  /** Of notifications. */
  ids: number[];
}

const HOUR_MS = 3_600_000;

/**
 * Leaves out what is not to be sent any more, and notes why. What had to be tried again may have come into quiet hours: then all of it is
 * held until they are over.
 */
export async function stillWanted(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { userId, channel, ids }: Sending,
): Promise<number[]> {
  const now = clock();
  const keys = ids.map((notificationId) => ({ notificationId, channel }));
  const verdicts = await verdictsOn(db, keys, { now, currency: config.region.currency });
  const loud = afterQuietHours(now, await settingsOf({ db, config }, userId));
  const wanted: number[] = [];
  for (const [index, key] of keys.entries()) {
    const verdict = verdicts[index];
    if (verdict?.isFinal) await take(db, key, { state: 'skipped', reason: verdict.reason, settled_at: now });
    else if (verdict) await take(db, key, { state: 'held', reason: verdict.reason, due_at: new Date(now.getTime() + HOUR_MS) });
    else if (loud > now) await take(db, key, { state: 'held', reason: QUIET_HOURS, due_at: loud });
    else wanted.push(key.notificationId);
  }
  return wanted;
}

/** Takes a delivery out of what it was to go out in. */
async function take(db: Db, { notificationId, channel }: DeliveryKey, values: Updateable<Tables['deliveries']>): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...values, batch: null })
    .where('notification_id', '=', notificationId)
    .where('channel', '=', channel)
    .where('state', '=', 'sending')
    .execute();
}
