import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { checkDeliveries, type DeliveryKey } from './check-deliveries.server.ts';

/**
 * Whether a delivery by any channel is due. Looked at every second, without a transaction where nothing is. The first of the index is asked for: the
 * planner takes many of those that wait for digests for due, and would read all that was ever delivered in search of one.
 */
export async function hasDueDeliveries({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { due } = await oneRow(
    db,
    sql<{ due: boolean }>`
      select coalesce((
        select true from deliveries where state in ('waiting', 'held') and due_at <= ${clock()}::timestamptz order by due_at limit 1), false) as due`,
  );
  return due;
}

/** So many deliveries to feeds are settled at once. */
const FEEDS_AT_ONCE = 5_000;

/** Settles deliveries to private feeds: they are in the feed at once, unless the check rejects them. @returns how many it settled */
export async function settleFeeds({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Promise<number> {
  const now = clock();
  return db.transaction().execute(async (transaction) => {
    const { rows: keys } = await sql<DeliveryKey>`
      select notification_id as "notificationId", channel from deliveries where state in ('waiting', 'held') and channel = 'feed' and due_at <= ${now}
      order by due_at limit ${FEEDS_AT_ONCE} for update skip locked`.execute(transaction);
    const rejections = await checkDeliveries({ db: transaction, config }, keys, now);
    const settled = keys.map(({ notificationId }, index) => ({ notificationId, reason: rejections[index]?.reason ?? null }));
    await sql`
      update deliveries set state = case when settled.reason is null then 'sent' else 'skipped' end, reason = settled.reason, settled_at = ${now}
      from json_to_recordset(${JSON.stringify(settled)}::json) as settled ("notificationId" bigint, reason text)
      where deliveries.notification_id = settled."notificationId" and channel = 'feed'`.execute(transaction);
    return keys.length;
  });
}

/** The states of deliveries that a mail or push may still settle: one that was given up may be tried again by an operator. */
export const UNSENT = ['sending', 'failed'] as const;

/** The reason of a delivery that counts as sent although its outcome is unknown. */
export const NOT_CONFIRMED = 'not confirmed';

/**
 * Settles deliveries whose queue entry is gone without an outcome: an operator dropped it, or a backup was restored. They are not sent
 * again.
 * @param most how many in one transaction
 */
export async function settleOrphanedDeliveries({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const orphaned = sql`
    deliveries where state = 'sending' and (
      (channel = 'email' and not exists (select from outbox where outbox.id = deliveries.batch))
      or (channel = 'push' and not exists (select from push_due where push_due.batch = deliveries.batch)))`;
  await changeBySlices(db, sql`update deliveries set state = 'sent', reason = ${NOT_CONFIRMED}, settled_at = ${clock()}`, orphaned, most);
}
