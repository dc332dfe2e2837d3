import { sql } from 'kysely';
import { HOUR_MS } from '../../lib/durations.ts';
import { required } from '../../lib/required.ts';
import type { Db } from '../../server/db/database.ts';
import { DEFAULT_CHANNELS, type ChosenKind, type NotificationChannel } from './kinds.ts';
import { storeDeliveries } from './store-deliveries.server.ts';

/** Something that concerns members. */
interface NewNotification {
  userIds: number[];
  kind: ChosenKind;
  threadId?: number | undefined;
  postId?: number | undefined;
  /** The member who did it, who is not notified. */
  actorId?: number | undefined;
  priceCents?: number | undefined;
  /** Further data for its text; never a secret. */
  data?: Record<string, unknown>;
}

/** How a member is to be notified. */
interface Chosen {
  userId: number;
  channels: NotificationChannel[];
  isSuspended: boolean;
  /** Whether the same member already caused as many of their notifications within the hour as are sent. */
  isThrottled: boolean;
}

/** Most notifications by one member that another gets by mail and push in an hour, so that nobody fills a stranger’s mailbox. */
const MOST_AN_HOUR = 5;

/**
 * Notifies members by the channels that they chose for the kind, in the transaction of the event. Members who muted the thread or the
 * member who caused it are left out; moderators' decisions cannot be muted. Suspended members are notified on the site only, and so is who has
 * been notified of what the same member did often enough within the hour.
 * Those who go meanwhile are left out, too: the others stay until the transaction ends.
 * @returns the ids of those who are notified by any channel
 */
export async function notify(
  transaction: Db,
  { userIds, kind, threadId, postId, actorId, priceCents, data = {} }: NewNotification,
  now: Date,
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<Chosen>`
    select member.user_id as "userId", coalesce(choice.channels, ${DEFAULT_CHANNELS[kind]}::text[]) as channels,
        coalesce(account.suspended_until > ${now}::timestamptz, false) as "isSuspended",
        exists (select from notifications as earlier where earlier.user_id = member.user_id and earlier.actor_id = ${actorId ?? null}::int
          and earlier.created_at > ${new Date(now.getTime() - HOUR_MS)}::timestamptz offset ${MOST_AN_HOUR - 1}) as "isThrottled"
      from members as member join accounts as account using (user_id)
        left join notification_choices as choice on choice.user_id = member.user_id and choice.kind = ${kind}
      where member.user_id = any(${userIds}::int[]) and member.user_id is distinct from ${actorId ?? null}::int
        and (${kind} = 'moderation' or not exists (select from muted_threads as muted where muted.user_id = member.user_id and muted.thread_id = ${threadId ?? null}))
        and not exists (select from muted_members as muted where muted.user_id = member.user_id and muted.muted_id = ${actorId ?? null})
      order by member.user_id for key share of member`.execute(transaction);
  const chosen = rows.filter(({ channels }) => channels.length > 0);
  if (chosen.length === 0) return [];
  // A notification that is not wanted on the site is stored as read, so that the bell does not count it.
  const given = chosen.map(({ userId, channels }) => ({ userId, isUnread: channels.includes('site') }));
  const { rows: created } = await sql<{ id: number; userId: number }>`
    insert into notifications (user_id, kind, thread_id, post_id, actor_id, price_cents, data, created_at, read_at)
    select "userId", ${kind}, ${threadId ?? null}::bigint, ${postId ?? null}::bigint, ${actorId ?? null}::int, ${priceCents ?? null}::int,
      ${JSON.stringify(data)}::jsonb, ${now}::timestamptz, case when not "isUnread" then ${now}::timestamptz end
    from json_to_recordset(${JSON.stringify(given)}::json) as given ("userId" int, "isUnread" boolean)
    returning id, user_id as "userId"`.execute(transaction);
  const ids = new Map(created.map(({ id, userId }) => [userId, id]));
  const deliveries = chosen
    .filter(({ isSuspended, isThrottled }) => !isSuspended && !isThrottled)
    .flatMap(({ userId, channels }) => {
      const notificationId = required(ids.get(userId), 'the notification of a member');
      const beyondSite = channels.filter((channel) => channel !== 'site');
      return beyondSite.map((channel) => ({ notificationId, channel, userId, frequency: 'instant' as const }));
    });
  await storeDeliveries(transaction, deliveries, now);
  return created.map(({ userId }) => userId);
}
