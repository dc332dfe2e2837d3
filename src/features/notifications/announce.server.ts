import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** A deal that met an alert. */
export interface AnnouncedDeal {
  userId: number;
  alertId: number;
  threadId: number;
  /** Null where the deal asks for no amount to compare by. */
  priceCents: number | null;
  channels: ('email' | 'push' | 'feed')[];
  frequency: 'instant' | 'hourly' | 'daily' | 'weekly';
}

/** Stands for no amount in `announced_prices`, so that any amount is news after it, and it is none after an amount. */
const NO_AMOUNT = 2_147_483_647;

/** So many go into one statement. */
const AT_ONCE = 5_000;

/**
 * Notifies members of deals that met their alerts, in the transaction of the match. A member is notified of a deal once at a price: never again at
 * the same or a higher one, whichever alerts it meets. Where it meets several alerts of a member, each channel is used as soon as
 * any of them wants it.
 * @returns how many members are notified
 */
export async function announceDeals(transaction: Db, deals: AnnouncedDeal[], now: Date): Promise<number> {
  let notified = 0;
  for (let from = 0; from < deals.length; from += AT_ONCE)
    notified += await announceSome(transaction, deals.slice(from, from + AT_ONCE), now);
  return notified;
}

async function announceSome(transaction: Db, deals: AnnouncedDeal[], now: Date): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    with met as materialized (
      select "userId" as user_id, "alertId" as alert_id, "threadId" as thread_id, coalesce("priceCents", ${NO_AMOUNT}::int) as price_cents, channels, frequency,
        array_position(array['instant', 'hourly', 'daily', 'weekly'], frequency) as place
      from json_to_recordset(${JSON.stringify(deals)}::json)
        as met ("userId" int, "alertId" bigint, "threadId" bigint, "priceCents" int, channels text[], frequency text)),
    fresh as (
      insert into announced_prices (user_id, thread_id, price_cents, announced_at)
      select distinct user_id, thread_id, price_cents, ${now}::timestamptz from met
      where not exists (select from announced_prices as known
        where known.user_id = met.user_id and known.thread_id = met.thread_id and known.price_cents <= met.price_cents)
      on conflict do nothing returning user_id, thread_id, price_cents),
    created as (
      insert into notifications (user_id, kind, thread_id, alert_id, price_cents, created_at)
      select distinct on (user_id, thread_id) user_id, 'deal-alert', thread_id, alert_id, nullif(price_cents, ${NO_AMOUNT}::int), ${now}::timestamptz
      from met join fresh using (user_id, thread_id, price_cents) order by user_id, thread_id, place, alert_id
      returning id, user_id, thread_id),
    handed as (
      insert into deliveries (notification_id, channel, user_id, frequency, due_at)
      select distinct on (created.id, channel) created.id, channel, user_id, frequency, ${now}::timestamptz
      from created join met using (user_id, thread_id) cross join unnest(met.channels) as channel
      order by created.id, channel, place)
    select count(*)::int as notified from created`.execute(transaction);
  return rows[0]?.notified ?? 0;
}
