import { sql, type Updateable } from 'kysely';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Tables } from '../../../server/db/schema.ts';
import { NOT_CONFIRMED } from '../settle-deliveries.server.ts';
import { NO_DEVICE } from '../check-deliveries.server.ts';

/** A push that waits to be sent to a device. */
export interface QueuedPush {
  id: number;
  batch: number;
  subscriptionId: number;
  /** Where it was sent to, once it was. */
  endpoint?: string;
}

/** The result of sending; undefined when there was nothing to send any more. */
type Settled = 'sent' | 'unconfirmed' | 'gone' | { failed: string } | undefined;

/**
 * Removes a device's push from the queue, and settles its deliveries: they are sent once one device gets them, and fail once the last one
 * did not. A device that is gone is deleted, unless its browser has another endpoint by now.
 */
export async function settlePush({ db, clock }: Pick<Context, 'db' | 'clock'>, push: QueuedPush, end: Settled): Promise<void> {
  const { id, batch, subscriptionId, endpoint } = push;
  const now = clock();
  await db.transaction().execute(async (transaction) => {
    // The lock makes devices settle one after the other, so that the last one sees that no others are left.
    await sql`select from deliveries where channel = 'push' and batch = ${batch} order by notification_id for update`.execute(transaction);
    await transaction.deleteFrom('push_due').where('id', '=', id).execute();
    if (end === 'gone' && endpoint !== undefined)
      await transaction.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).where('endpoint', '=', endpoint).execute();
    else if (end !== undefined) await noteReached(transaction, subscriptionId, typeof end === 'object' ? now : null);
    if (end === 'sent' || end === 'unconfirmed') {
      const reason = end === 'sent' ? null : NOT_CONFIRMED;
      return settle(transaction, batch, { state: 'sent', reason, settled_at: now });
    }
    const others = await transaction.selectFrom('push_due').select('id').where('batch', '=', batch).limit(1).executeTakeFirst();
    if (others || end === undefined) return;
    await settle(
      transaction,
      batch,
      end === 'gone' ? { state: 'skipped', reason: NO_DEVICE, settled_at: now } : { state: 'failed', reason: end.failed, settled_at: now },
    );
  });
}

/** Stores since when a device's push service has refused pushes; null when it accepts them. */
async function noteReached(db: Db, id: number, failedAt: Date | null): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failed_at: failedAt && sql<Date>`coalesce(failed_at, ${failedAt})` })
    .where('id', '=', id)
    .execute();
}

async function settle(db: Db, batch: number, values: Updateable<Tables['deliveries']>): Promise<void> {
  await db
    .updateTable('deliveries')
    .set(values)
    .where('channel', '=', 'push')
    .where('batch', '=', batch)
    .where('state', '=', 'sending')
    .execute();
}
