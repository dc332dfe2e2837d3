import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Channel } from '../../lib/alert-delivery.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import type { NotificationKind } from '../../lib/notification-kinds.ts';

/** A notification by one channel. */
export interface DeliveryKey {
  notificationId: number;
  channel: Channel;
}

/** Why a delivery is not sent: for good, or until the next check. */
export interface Rejection {
  isFinal: boolean;
  reason: string;
}

/** Why nothing is pushed to a member who turned it on nowhere. */
export const NO_DEVICE = 'no device for push';
/** Why nothing is said of a deal that is a part of another one now. */
export const MERGED = 'merged into another deal';
const NOT_VERIFIED: Rejection = { isFinal: false, reason: 'email not verified yet' };
const skipped = (reason: string): Rejection => ({ isFinal: true, reason });

/** Kinds that are not sent once the deal has expired. */
const OF_LIVE_DEALS: ReadonlySet<NotificationKind> = new Set(['deal-alert', 'price-drop', 'works-again', 'ends-soon']);

/** When it is looked at, and the site's currency, in which limits are. */
interface Present {
  now: Date;
  currency: string;
}

/**
 * Checks deliveries right before they are sent: the deal, its price, the alert and the member may have changed since.
 * @returns why each is not to be sent, in their order; undefined for what is
 */
export async function checkDeliveries(db: Db, keys: DeliveryKey[], { now, currency }: Present): Promise<(Rejection | undefined)[]> {
  if (keys.length === 0) return [];
  const isWanted = sql`(alert.alert_id is not null and alert.paused_at is null and ${isWithin('wanted', currency)})`;
  const { rows } = await sql<Facts>`
    select n.kind, key.channel, n.thread_id is not null as "isOfDeal", deal.status as "dealStatus",
      exists (select from merged_deals as gone where gone.thread_id = n.thread_id) as "isMerged",
      coalesce(said.status <> 'shown', false) as "isCommentGone",
      account.user_id is not null as "hasAccount", account.email_verified_at is not null as "isVerified",
      coalesce(account.suspended_until > ${now}, false) as "isSuspended",
      coalesce(lower(setting.bounced_email) = lower(account.email) and setting.bounced_at is not null, false) as "isBounced",
      exists (select from push_subscriptions as device where device.user_id = n.user_id) as "hasDevice",
      setting.unsubscribed_at is not null as "isUnsubscribed",
      alert.alert_id is not null as "isAlertThere", alert.paused_at is not null as "isAlertPaused",
      ${isWanted} as "isWanted",
      -- Of several alerts that met the deal the notification names one; any other that still wants it will do.
      case when ${isWanted} then false else exists (
        select from alerts as other
        join matches on matches.criteria = other.criteria and matches.thread_id = n.thread_id
        join criteria as theirs on theirs.id = other.criteria
        where n.kind = 'deal-alert' and other.user_id = n.user_id and other.paused_at is null
          and key.channel = any(other.channels) and ${isWithin('theirs', currency)}) end as "isWantedByAnother"
    from rows from (json_to_recordset(${JSON.stringify(keys)}::json) as ("notificationId" bigint, channel text))
      with ordinality as key ("notificationId", channel, place)
    left join notifications as n on n.id = key."notificationId"
    left join deals as deal on deal.thread_id = n.thread_id
    left join comments as said on said.post_id = n.post_id
    left join accounts as account on account.user_id = n.user_id
    left join notification_settings as setting on setting.user_id = n.user_id
    left join alerts as alert on alert.alert_id = n.alert_id
    left join criteria as wanted on wanted.id = alert.criteria
    order by key.place`.execute(db);
  return rows.map(rejectionOf);
}

interface Facts {
  kind: NotificationKind | null;
  channel: Channel;
  isOfDeal: boolean;
  /** Null for a deal that is gone. */
  dealStatus: DealStatus | null;
  isMerged: boolean;
  isCommentGone: boolean;
  hasAccount: boolean;
  isVerified: boolean;
  isSuspended: boolean;
  isBounced: boolean;
  isUnsubscribed: boolean;
  hasDevice: boolean;
  isAlertThere: boolean;
  isAlertPaused: boolean;
  isWanted: boolean;
  isWantedByAnother: boolean;
}

function rejectionOf(facts: Facts): Rejection | undefined {
  const { kind, channel } = facts;
  if (kind === null || !facts.hasAccount) return skipped('the account is gone');
  if (facts.isSuspended) return skipped('suspended');
  return ofDeal(facts, kind) ?? ofChannel(facts, channel);
}

function ofDeal(facts: Facts, kind: NotificationKind): Rejection | undefined {
  if (facts.isOfDeal) {
    if (facts.isMerged) return skipped(MERGED);
    if (facts.dealStatus === null || facts.dealStatus === 'scheduled') return skipped('taken off the site');
    if (facts.dealStatus === 'expired' && OF_LIVE_DEALS.has(kind)) return skipped('expired');
  }
  if (facts.isCommentGone) return skipped('the comment is gone');
  if (kind !== 'deal-alert' || facts.isWanted || facts.isWantedByAnother) return undefined;
  if (!facts.isAlertThere) return skipped('alert deleted');
  return skipped(facts.isAlertPaused ? 'alert paused' : 'its price is outside your limits now');
}

function ofChannel(facts: Facts, channel: Channel): Rejection | undefined {
  if (channel === 'email') return ofAddress(facts);
  return channel === 'push' && !facts.hasDevice ? skipped(NO_DEVICE) : undefined;
}

function ofAddress({ isUnsubscribed, isBounced, isVerified }: Facts): Rejection | undefined {
  if (isUnsubscribed) return skipped('unsubscribed');
  if (isBounced) return skipped('mail to your address bounces');
  return isVerified ? undefined : NOT_VERIFIED;
}

/** Whether a deal's price is what criteria want. */
const isWithin = (criteria: 'wanted' | 'theirs', currency: string) => {
  const limit = (column: string) => sql.ref(`${criteria}.${column}`);
  return sql<boolean>`((coalesce(${limit('min_cents')}, ${limit('max_cents')}) is null
      or (deal.currency = ${currency} and deal.price_cents >= coalesce(${limit('min_cents')}, 0)
        and deal.price_cents <= coalesce(${limit('max_cents')}, deal.price_cents)))
    and coalesce(deal.percent_off, 0) >= coalesce(${limit('min_percent')}, 0)) is true`;
};
