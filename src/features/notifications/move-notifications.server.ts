import { sql } from 'kysely';
import { MAX_INTEGER } from '../../lib/integers.ts';
import type { NotificationKind } from '../../lib/notification-kinds.ts';
import type { Db } from '../../server/db/database.ts';
import { type Move, moveTable } from '../../server/db/moves.ts';
import { MERGED } from './check-deliveries.server.ts';

/** Kinds that are about a deal at a price. */
const OF_PRICES: NotificationKind[] = ['deal-alert', 'price-drop'];
/** Kinds that are about a deal's state, which may differ from the other deal's. */
const OF_STATES: NotificationKind[] = ['expired', 'works-again', 'ends-soon'];

/** Stands for no amount, as in `announced_prices`. */
const priceOf = (notification: 'other' | 'n') => sql`coalesce(${sql.ref(`${notification}.price_cents`)}, ${sql.lit(MAX_INTEGER)})`;

/** Condition: the delivery `open` is not sent yet, and is not being sent at this moment. */
const IS_OPEN = sql`(open.state in ('waiting', 'held') or (open.state = 'sending'
  and not exists (select from outbox where open.channel = 'email' and outbox.id = open.batch and begun_at is not null)
  and not exists (select from push_due where open.channel = 'push' and push_due.batch = open.batch and begun_at is not null)))`;

/**
 * Moves notifications about duplicates to the deals that they are merged into, by threads, in a transaction. Open deliveries about a duplicate
 * are skipped; members are not notified of the other deal at a price that they know already, and mutes of the duplicate apply to the other.
 * Notifications that would repeat one about the other deal, or are not true of it, stay with the duplicate, in the delivery log only.
 */
export async function moveNotifications(transaction: Db, moves: readonly Move[], now: Date): Promise<void> {
  const moved = moveTable(moves);
  const skipped = (reason: string) => sql`
    update deliveries as open set state = 'skipped', reason = ${reason}, settled_at = ${now}, batch = null
    from notifications as n, ${moved} where n.id = open.notification_id and ${IS_OPEN}`;
  await sql`${skipped(MERGED)} and n.thread_id = from_id and n.kind = any(${[...OF_PRICES, ...OF_STATES]}::text[])`.execute(transaction);
  await sql`${skipped('you were told of it before, as a deal that was merged into it')}
    and n.thread_id = into_id and n.kind = any(${OF_PRICES}::text[]) and exists (
      select from notifications as other join deliveries as sent on sent.notification_id = other.id
      where other.thread_id = from_id and other.user_id = n.user_id and other.kind = any(${OF_PRICES}::text[])
        and sent.channel = open.channel and sent.state in ('sending', 'sent') and ${priceOf('other')} <= ${priceOf('n')})`.execute(
    transaction,
  );
  await sql`
    update notifications as n set thread_id = into_id from ${moved} where thread_id = from_id and kind <> all(${OF_STATES}::text[])
      and (kind <> all(${OF_PRICES}::text[]) or not exists (
        select from notifications as known where known.user_id = n.user_id and known.thread_id = into_id and known.kind = n.kind))`.execute(
    transaction,
  );
  await sql`
    insert into announced_prices (user_id, thread_id, price_cents, announced_at)
    select user_id, into_id, price_cents, announced_at from announced_prices join ${moved} on thread_id = from_id
    on conflict do nothing`.execute(transaction);
  await sql`delete from announced_prices using ${moved} where thread_id = from_id`.execute(transaction);
  await sql`
    insert into muted_threads (user_id, thread_id, muted_at)
    select user_id, into_id, muted_at from muted_threads join ${moved} on thread_id = from_id
    on conflict do nothing`.execute(transaction);
  await sql`delete from muted_threads using ${moved} where thread_id = from_id`.execute(transaction);
}
