import type { Updateable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { afterQuietHours, QUIET_HOURS } from './schedule.ts';
import type { DeliveryKey } from './check-deliveries.server.ts';
import { deliveryLoaders } from './delivery-loaders.server.ts';
import { UNSENT } from './settle-deliveries.server.ts';
import { HOUR_MS } from '../../lib/durations.ts';

interface Sending {
  userId: number;
  channel: 'email' | 'push';
  /** Of notifications. */
  ids: number[];
}

/**
 * Returns the notifications that are still to be sent, and stores why the others are not. All are held when quiet hours have begun since,
 * for instance before a retry.
 */
export async function dropUnwanted(context: Context, { userId, channel, ids }: Sending): Promise<number[]> {
  const { db } = context;
  const now = context.clock();
  const reads = deliveryLoaders(context);
  const keys = ids.map((notificationId) => ({ notificationId, channel }));
  const [settings, ...rejections] = await Promise.all([reads.settings.load(userId), ...keys.map((key) => reads.rejection.load(key))]);
  const sendableAt = afterQuietHours(now, settings);
  const wanted: number[] = [];
  for (const [index, key] of keys.entries()) {
    const rejection = rejections[index];
    if (rejection?.isFinal) await take(db, key, { state: 'skipped', reason: rejection.reason, settled_at: now });
    else if (rejection) await take(db, key, { state: 'held', reason: rejection.reason, due_at: new Date(now.getTime() + HOUR_MS) });
    else if (sendableAt > now) await take(db, key, { state: 'held', reason: QUIET_HOURS, due_at: sendableAt });
    else wanted.push(key.notificationId);
  }
  return wanted;
}

/** Removes a delivery from its batch. */
async function take(db: Db, { notificationId, channel }: DeliveryKey, values: Updateable<Tables['deliveries']>): Promise<void> {
  await db
    .updateTable('deliveries')
    .set({ ...values, batch: null })
    .where('notification_id', '=', notificationId)
    .where('channel', '=', channel)
    .where('state', 'in', UNSENT)
    .execute();
}
