import { sql } from 'kysely';
import { append } from '../../lib/append.ts';
import { FREQUENCIES, type Channel, type Frequency } from '../../lib/alert-delivery.ts';
import { required } from '../../lib/required.ts';
import type { Db } from '../../server/db/database.ts';
import { TEMPORARY_REASONS } from './check-deliveries.server.ts';
import { storeDeliveries } from './store-deliveries.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/** A deal that met an alert. */
export interface AnnouncedDeal {
  userId: number;
  alertId: number;
  threadId: number;
  /** Null where the deal has no single amount to compare. */
  priceCents: number | null;
  channels: Channel[];
  frequency: Frequency;
}

/** A deal for a member, whichever of their alerts it met. */
interface Announcement {
  userId: number;
  threadId: number;
  priceCents: number | null;
  /** The alert that wants it soonest. */
  alertId: number;
  /** How soon any alert wants it by each channel. */
  channels: Map<Channel, Frequency>;
}

/** Stands for no amount in `announced_prices`: any amount after it is announced, but not the other way round. */
const NO_AMOUNT = MAX_INTEGER;

/** So many go into one statement. */
const AT_ONCE = 5_000;

/**
 * Notifies members of deals that met their alerts, in the transaction of the match. A member is notified of a deal once at a price: never again at
 * the same or a higher one, whichever alerts it meets, unless the deal was over before anything was sent about it. Where it meets several
 * alerts of a member, the most frequent of them decides for each channel. Who muted the deal is not notified of it.
 * @returns how many members are notified
 */
export async function announceDeals(transaction: Db, deals: AnnouncedDeal[], now: Date): Promise<number> {
  const news = [...Map.groupBy(deals, keyOf).values()].map(toAnnouncement).toSorted(inOrder);
  let notified = 0;
  for (let from = 0; from < news.length; from += AT_ONCE) {
    const some = await withoutMuted(transaction, news.slice(from, from + AT_ONCE));
    if (some.length === 0) continue;
    const fresh = await storePrices(transaction, some, now);
    const isFresh = new Set(fresh);
    const known = some.filter((each) => !isFresh.has(each));
    if (known.length > 0) append(fresh, await storePrices(transaction, await deleteUnsent(transaction, known), now));
    if (fresh.length === 0) continue;
    const stored = await storeNotifications(transaction, fresh, now);
    const deliveries = stored.flatMap(({ id: notificationId, userId, channels }) =>
      [...channels].map(([channel, frequency]) => ({ notificationId, channel, userId, frequency })),
    );
    await storeDeliveries(transaction, deliveries, now);
    notified += stored.length;
  }
  return notified;
}

const keyOf = ({ userId, threadId }: { userId: number; threadId: number }) => `${userId} ${threadId}`;
/** The order in which prices are stored, also by `announcePrice`: of two transactions that store the same ones, neither waits for the other in a circle. */
const inOrder = (one: Announcement, other: Announcement) => one.threadId - other.threadId || one.userId - other.userId;
const placeOf = ({ frequency }: AnnouncedDeal) => FREQUENCIES.indexOf(frequency);

/** @param met the alerts of a member that a deal met, one at least */
function toAnnouncement(met: AnnouncedDeal[]): Announcement {
  const soonestFirst = met.toSorted((one, other) => placeOf(one) - placeOf(other) || one.alertId - other.alertId);
  const { userId, threadId, priceCents, alertId } = required(soonestFirst[0], 'an alert that the deal met');
  const channels = new Map<Channel, Frequency>();
  for (const { channels: wanted, frequency } of soonestFirst)
    for (const channel of wanted) if (!channels.has(channel)) channels.set(channel, frequency);
  return { userId, threadId, priceCents, alertId, channels };
}

async function withoutMuted(transaction: Db, news: Announcement[]): Promise<Announcement[]> {
  const given = news.map(({ userId, threadId }) => ({ user_id: userId, thread_id: threadId }));
  const { rows } = await sql<{ userId: number; threadId: number }>`
    select user_id as "userId", thread_id as "threadId"
    from json_to_recordset(${JSON.stringify(given)}::json) as given (user_id int, thread_id bigint)
    join muted_threads using (user_id, thread_id)`.execute(transaction);
  const muted = new Set(rows.map(keyOf));
  return news.filter((each) => !muted.has(keyOf(each)));
}

/**
 * Stores the prices at which deals are announced to members.
 * @returns the announcements that are new: none was made at that price or a lower one
 */
async function storePrices(transaction: Db, news: Announcement[], now: Date): Promise<Announcement[]> {
  const given = news.map(({ userId, threadId, priceCents }) => ({ user_id: userId, thread_id: threadId, cents: priceCents ?? NO_AMOUNT }));
  const { rows } = await sql<{ userId: number; threadId: number }>`
    insert into announced_prices (user_id, thread_id, price_cents, announced_at)
    select user_id, thread_id, cents, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(given)}::json) as given (user_id int, thread_id bigint, cents int) join members using (user_id)
    where not exists (select from announced_prices as known
      where known.user_id = given.user_id and known.thread_id = given.thread_id and known.price_cents <= given.cents)
    order by thread_id, user_id for key share of members
    on conflict do nothing returning user_id as "userId", thread_id as "threadId"`.execute(transaction);
  const stored = new Set(rows.map(keyOf));
  return news.filter((each) => stored.has(keyOf(each)));
}

/**
 * Deletes earlier notifications that never reached the member, because all their deliveries were too late: the deal was over, or no longer
 * met the alert.
 * @returns the announcements for which something was deleted
 */
async function deleteUnsent(transaction: Db, news: Announcement[]): Promise<Announcement[]> {
  const given = news.map(({ userId, threadId }) => ({ user_id: userId, thread_id: threadId }));
  const { rows } = await sql<{ userId: number; threadId: number }>`
    with unsent as materialized (
      select n.id, n.user_id, n.thread_id, n.price_cents
      from json_to_recordset(${JSON.stringify(given)}::json) as given (user_id int, thread_id bigint)
      cross join lateral (
        select * from notifications where notifications.thread_id = given.thread_id and notifications.user_id = given.user_id offset 0) as n
      where n.kind = 'deal-alert'
        and (select bool_and(state = 'skipped' and reason = any(${TEMPORARY_REASONS}::text[])) from deliveries where notification_id = n.id)),
    gone as (delete from notifications where id = any(array(select id from unsent)))
    delete from announced_prices as price using unsent
    where price.user_id = unsent.user_id and price.thread_id = unsent.thread_id and price.price_cents = coalesce(unsent.price_cents, ${NO_AMOUNT})
    returning unsent.user_id as "userId", unsent.thread_id as "threadId"`.execute(transaction);
  const deleted = new Set(rows.map(keyOf));
  return news.filter((each) => deleted.has(keyOf(each)));
}

async function storeNotifications(transaction: Db, news: Announcement[], now: Date): Promise<(Announcement & { id: number })[]> {
  const { rows } = await sql<{ id: number; userId: number; threadId: number }>`
    insert into notifications (user_id, kind, thread_id, alert_id, price_cents, created_at)
    select "userId", 'deal-alert', "threadId", "alertId", "priceCents", ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(news)}::json) as news ("userId" int, "alertId" bigint, "threadId" bigint, "priceCents" int)
    returning id, user_id as "userId", thread_id as "threadId"`.execute(transaction);
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  return news.map((each) => ({ ...each, id: required(ids.get(keyOf(each)), 'the notification of a deal') }));
}
