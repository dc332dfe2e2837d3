import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import { pushKeys } from './push-keys.server.ts';
import { backOff, takeDueRows } from '../../../server/due-rows.ts';
import { startSending } from '../../../server/sending.ts';
import { writePush } from './push-message.server.ts';
import { requestPush, type PushEnd } from './push-request.server.ts';
import { openPushTokens, type Authorize } from './push-token.server.ts';
import { settlePush, type QueuedPush } from './settle-push.server.ts';
import { dropUnwanted } from '../drop-unwanted.server.ts';
import { HOUR_MS } from '../../../lib/durations.ts';

const AT_ONCE = 20;
/** After so many tries a push is given up: about an hour after the first one. */
const MOST_ATTEMPTS = 6;
const LOOK_MS = 1_000;

interface Taken extends QueuedPush {
  userId: number;
  gathered: number | null;
  attempts: number;
  begunAt: Date | null;
}

/** Sends the next pushes that are due, side by side. @returns how many it took; 0 when nothing is due */
export async function sendDuePushes(context: Context, authorize: Authorize): Promise<number> {
  const taken = await takeDue(context, AT_ONCE);
  await Promise.all(taken.map((row) => sendOne(context, authorize, row)));
  return taken.length;
}

const takeDue = ({ db, clock }: Pick<Context, 'db' | 'clock'>, most: number): Promise<Taken[]> =>
  takeDueRows(db, 'push_due', clock(), {
    most,
    order: sql`due_at, id`,
    columns: sql<Taken>`batch, subscription_id as "subscriptionId", user_id as "userId", gathered, attempts, begun_at as "begunAt"`,
  });

/** Sends a push at most once. Its content, and whether it is still wanted, are determined now. */
async function sendOne(context: Context, authorize: Authorize, row: Taken): Promise<void> {
  // An earlier try began and was never concluded: the push may have been sent.
  if (row.begunAt) return settlePush(context, row, 'unconfirmed');
  // Earlier tries ended without an answer, for instance because the database failed.
  if (row.attempts > MOST_ATTEMPTS) return settlePush(context, row, { failed: 'it could not be sent' });
  const device = await context.db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('id', '=', row.subscriptionId)
    .where('user_id', '=', row.userId)
    .executeTakeFirst();
  if (!device) return settlePush(context, row, 'gone');
  const notificationIds = await dropUnwanted(context, { userId: row.userId, channel: 'push', ids: await idsOf(context.db, row.batch) });
  const message = await writePush(context, { ...row, notificationIds });
  if (!message) return settlePush(context, row, undefined);
  const keys = await pushKeys(context.db);
  const begin = () => noteBegun(context, row);
  const end = await requestPush({ device, message, keys, authorize, config: context.config, begin });
  if (end) await conclude(context, { ...row, endpoint: device.endpoint }, end);
}

async function idsOf(db: Db, batch: number): Promise<number[]> {
  const rows = await db
    .selectFrom('deliveries')
    .select('notification_id')
    .where('channel', '=', 'push')
    .where('batch', '=', batch)
    .where('state', 'in', ['sending', 'sent'])
    .orderBy('notification_id')
    .execute();
  return rows.map(({ notification_id }) => notification_id);
}

/** Notes that a push is about to be sent, so that it is not sent again. @returns false when another server has taken it, or it is gone */
async function noteBegun({ db, clock }: Pick<Context, 'db' | 'clock'>, { id, attempts }: Taken): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_due')
    .set({ begun_at: clock() })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function conclude(context: Context, row: Taken, end: PushEnd): Promise<void> {
  if (end.state !== 'refused') return settlePush(context, row, end.state);
  if (row.attempts >= MOST_ATTEMPTS) return settlePush(context, row, { failed: end.reason });
  const { db, clock } = context;
  const wait = Math.min(HOUR_MS, Math.max(backOff(row.attempts), end.retryAfterMs ?? 0));
  await db
    .updateTable('push_due')
    .set({ begun_at: null, due_at: new Date(clock().getTime() + wait) })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute();
}

/**
 * Sends pushes that are due, looking every second. A slow push service blocks only one of the parallel sends.
 * @returns a function that ends it, and resolves when those under way are done
 */
export function startPushJob(context: Context, onError: (error: unknown) => void): () => Promise<void> {
  const authorize = openPushTokens(context);
  const { end } = startSending(
    { atOnce: AT_ONCE, take: (most) => takeDue(context, most), send: (row) => sendOne(context, authorize, row) },
    LOOK_MS,
    onError,
  );
  return end;
}
