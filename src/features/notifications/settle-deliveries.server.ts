import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';

/** So many deliveries to feeds are settled at once. */
const FEEDS_AT_ONCE = 5_000;

/** What is for the private feed is there as soon as it is noted. @returns how many it settled */
export async function settleFeeds({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with next as materialized (
      select notification_id from deliveries where state in ('waiting', 'held') and channel = 'feed' and due_at <= ${clock()}
      order by due_at limit ${FEEDS_AT_ONCE} for update skip locked)
    update deliveries set state = 'sent', settled_at = ${clock()} from next
    where deliveries.notification_id = next.notification_id and channel = 'feed'`.execute(db);
  return Number(numAffectedRows);
}

/** Why a delivery that was begun, of which nobody knows the end, counts as sent. */
export const NOT_CONFIRMED = 'not confirmed';

/** Settles what does not wait any more and has no end: an operator dropped it, or a backup was restored. It is not sent again. */
export async function settleOrphans({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`
    update deliveries set state = 'sent', reason = ${NOT_CONFIRMED}, settled_at = ${clock()}
    where state = 'sending' and (
      (channel = 'email' and not exists (select from outbox where outbox.id = deliveries.batch))
      or (channel = 'push' and not exists (select from push_due where push_due.batch = deliveries.batch)))`.execute(db);
}
