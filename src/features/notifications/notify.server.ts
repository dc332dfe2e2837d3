import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { DEFAULT_CHANNELS, type ChosenKind } from './kinds.ts';

/** Something that concerns members. */
export interface NewNotification {
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

/**
 * Notifies members by the channels that they chose for the kind, in the transaction of what happened. Nobody is notified who muted the thread or the
 * member who did it; moderators' decisions cannot be muted. Who is suspended finds it on the site alone.
 * @returns the ids of those who are notified by any channel
 */
export async function notify(
  transaction: Db,
  { userIds, kind, threadId, postId, actorId, priceCents, data = {} }: NewNotification,
  now: Date,
): Promise<number[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: number }>`
    with chosen as materialized (
      select member.user_id, coalesce(choice.channels, ${DEFAULT_CHANNELS[kind]}::text[]) as channels,
        account.suspended_until > ${now}::timestamptz as is_suspended
      from members as member join accounts as account using (user_id)
        left join notification_choices as choice on choice.user_id = member.user_id and choice.kind = ${kind}
      where member.user_id = any(${userIds}::int[]) and member.user_id is distinct from ${actorId ?? null}::int
        and (${kind} = 'moderation' or not exists (select from muted_threads as muted where muted.user_id = member.user_id and muted.thread_id = ${threadId ?? null}))
        and not exists (select from muted_members as muted where muted.user_id = member.user_id and muted.muted_id = ${actorId ?? null})),
    created as (
      insert into notifications (user_id, kind, thread_id, post_id, actor_id, price_cents, data, created_at, read_at)
      -- What is wanted by mail alone is read already as far as the bell is concerned.
      select user_id, ${kind}, ${threadId ?? null}::bigint, ${postId ?? null}::bigint, ${actorId ?? null}::int, ${priceCents ?? null}::int,
        ${JSON.stringify(data)}::jsonb, ${now}::timestamptz, case when 'site' = any(channels) then null else ${now}::timestamptz end
      from chosen where channels <> '{}' returning id, user_id),
    handed as (
      insert into deliveries (notification_id, channel, user_id, due_at)
      select created.id, channel, created.user_id, ${now}::timestamptz from created join chosen using (user_id) cross join unnest(channels) as channel
      where channel <> 'site' and is_suspended is not true)
    select user_id from created`.execute(transaction);
  return rows.map(({ user_id: userId }) => userId);
}
