import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Channel } from '../../lib/alert-delivery.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import type { NotificationKind } from '../../lib/notification-kinds.ts';
import { scoresShowFrom, shownVotes } from '../posts/shown-votes.server.ts';
import type { NotificationChannel } from './kinds.ts';

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

/** Why nothing is pushed to a member who has turned push on in no browser. */
export const NO_DEVICE = 'no device for push';
/** Why nothing is sent about a deal that was merged into another. */
export const MERGED = 'merged into another deal';
const EXPIRED = 'expired';
const TAKEN_OFF = 'taken off the site';
/** Why nothing is sent in a way in which the member no longer wants to be notified of such. */
const TURNED_OFF = 'turned off in your settings';
const WITH_NEXT_PRICE = 'told with its next price';
const NOT_VERIFIED: Rejection = { isFinal: false, reason: 'email not verified yet' };
const skipped = (reason: string): Rejection => ({ isFinal: true, reason });

/** Kinds that are not sent once the deal has expired. */
const OF_LIVE_DEALS: ReadonlySet<NotificationKind> = new Set(['deal-alert', 'price-drop', 'works-again', 'ends-soon']);

/** What the checks of a deal depend on, besides the alert. */
interface Present {
  /** The site's, in which alerts give their limits. */
  currency: string;
  /** Deals that began later do not show their scores. */
  showsFrom: Date;
}

/**
 * Checks deliveries right before they are sent: the deal, its price, the alert and the member may have changed since.
 * @returns why each is not to be sent, in their order; undefined for what is
 */
export async function checkDeliveries(
  { db, config }: Pick<Context, 'db' | 'config'>,
  keys: DeliveryKey[],
  now: Date,
): Promise<(Rejection | undefined)[]> {
  if (keys.length === 0) return [];
  const present = { currency: config.region.currency, showsFrom: scoresShowFrom(now, config) };
  const { rows } = await sql<Facts>`
    select n.kind, key.channel, n.thread_id is not null as "isOfDeal", deal.status as "dealStatus",
      exists (select from merged_deals as gone where gone.thread_id = n.thread_id) as "isMerged",
      coalesce(comment.status <> 'shown', false) as "isCommentGone",
      account.user_id is not null as "hasAccount", account.email_verified_at is not null as "isVerified",
      coalesce(account.suspended_until > ${now}, false) as "isSuspended",
      coalesce(lower(setting.bounced_email) = lower(account.email) and setting.bounced_at is not null, false) as "isBounced",
      exists (select from push_subscriptions as device where device.user_id = n.user_id) as "hasDevice",
      setting.unsubscribed_at is not null as "isUnsubscribed",
      alert.alert_id is not null as "isAlertThere", alert.paused_at is not null as "isAlertPaused", looked.unmet,
      coalesce(key.channel = any(alert.channels), false) as "isByAlert", choice.channels as "chosenChannels",
      n.kind <> 'moderation' and (exists (select from muted_threads as muted where muted.user_id = n.user_id and muted.thread_id = n.thread_id)
        or exists (select from muted_members as muted where muted.user_id = n.user_id and muted.muted_id = n.actor_id)) as "isMuted",
      -- Of several alerts that met the deal the notification names one; any other that still wants it will do.
      case when alert.alert_id is not null and alert.paused_at is null and looked.unmet is null and key.channel = any(alert.channels) then false else exists (
        select from alerts as other
        join matches on matches.criteria = other.criteria and matches.thread_id = n.thread_id
        join criteria as theirs on theirs.id = other.criteria
        where n.kind = 'deal-alert' and other.user_id = n.user_id and other.paused_at is null
          and key.channel = any(other.channels) and ${unmetBy('other', 'theirs', present)} is null) end as "isWantedByAnother",
      exists (
        select from (select id, kind, price_cents from notifications as newer where newer.thread_id = n.thread_id and newer.user_id = n.user_id offset 0) as newer
        join deliveries as later on later.notification_id = newer.id and later.channel = key.channel
        where n.kind in ('deal-alert', 'price-drop') and newer.kind = n.kind and newer.id > n.id
          and (n.kind = 'deal-alert' or deal.price_cents <= newer.price_cents)
          and later.state in ('waiting', 'held', 'sending')) as "isSuperseded",
      n.kind = 'price-drop' and (deal.price_cents <= n.price_cents) is not true as "hasRisen"
    from rows from (json_to_recordset(${JSON.stringify(keys)}::json) as ("notificationId" bigint, channel text))
      with ordinality as key ("notificationId", channel, place)
    left join notifications as n on n.id = key."notificationId"
    left join deals as deal on deal.thread_id = n.thread_id
    left join matched_deals as known on known.thread_id = n.thread_id
    left join alert_due as due on due.thread_id = n.thread_id
    left join comments as comment on comment.post_id = n.post_id
    left join accounts as account on account.user_id = n.user_id
    left join notification_settings as setting on setting.user_id = n.user_id
    left join notification_choices as choice on choice.user_id = n.user_id and choice.kind = n.kind
    left join alerts as alert on alert.alert_id = n.alert_id
    left join criteria as wanted on wanted.id = alert.criteria
    cross join lateral (select ${unmetBy('alert', 'wanted', present)} as unmet offset 0) as looked
    order by key.place`.execute(db);
  return rows.map(rejectionOf);
}

/** Conditions of an alert that a deal may no longer meet, with the words of the delivery log. */
const UNMET = {
  price: 'its price is outside your limits now',
  forum: 'it is in none of your forums now',
  votes: 'it has fewer votes than you want now',
  low: 'its price is no new low now',
  words: 'it does not match your alert any more',
};

/** Reasons that concern the deal and may be temporary: a member to whom nothing else was sent about it may be notified again. */
export const TEMPORARY_REASONS: readonly string[] = [EXPIRED, TAKEN_OFF, WITH_NEXT_PRICE, ...Object.values(UNMET)];

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
  /** Null for a deal that the alert still wants. */
  unmet: keyof typeof UNMET | null;
  /** Whether the alert still notifies by the channel. */
  isByAlert: boolean;
  /** How the member chose to be notified of the kind; null for what was never chosen, and for what alerts find. */
  chosenChannels: NotificationChannel[] | null;
  /** Whether the member muted the deal, or who caused it. */
  isMuted: boolean;
  isWantedByAnother: boolean;
  /** Whether a later price of the deal is about to be announced, too. */
  isSuperseded: boolean;
  /** Whether a saved deal costs more now than it fell to. */
  hasRisen: boolean;
}

function rejectionOf(facts: Facts): Rejection | undefined {
  const { kind, channel } = facts;
  if (kind === null || !facts.hasAccount) return skipped('the account is gone');
  if (facts.isSuspended) return skipped('suspended');
  if (facts.isMuted) return skipped('muted');
  return ofDeal(facts, kind) ?? ofChannel(facts, channel);
}

function ofDeal(facts: Facts, kind: NotificationKind): Rejection | undefined {
  if (facts.isOfDeal) {
    if (facts.isMerged) return skipped(MERGED);
    if (facts.dealStatus === null || facts.dealStatus === 'scheduled') return skipped(TAKEN_OFF);
    if (facts.dealStatus === 'expired' && OF_LIVE_DEALS.has(kind)) return skipped(EXPIRED);
  }
  if (facts.isSuperseded) return skipped(WITH_NEXT_PRICE);
  if (facts.hasRisen) return skipped('its price has risen since');
  if (facts.isCommentGone) return skipped('the comment is gone');
  return kind === 'deal-alert' ? ofAlert(facts) : ofChoice(facts);
}

function ofChoice({ channel, chosenChannels }: Facts): Rejection | undefined {
  const isChosen = chosenChannels === null || chosenChannels.some((each) => each === channel);
  return isChosen ? undefined : skipped(TURNED_OFF);
}

function ofAlert({ isAlertThere, isAlertPaused, isByAlert, unmet, isWantedByAnother }: Facts): Rejection | undefined {
  if (isWantedByAnother) return undefined;
  if (!isAlertThere) return skipped('alert deleted');
  if (isAlertPaused) return skipped('alert paused');
  if (unmet !== null) return skipped(UNMET[unmet]);
  return isByAlert ? undefined : skipped(TURNED_OFF);
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

/**
 * The first condition of an alert and its criteria that a deal no longer meets (`UNMET`), or null. Whether it matches their words and
 * filters is read from the stored matches, and computed only when the deal was not compared with them yet or has changed since.
 */
function unmetBy(alert: 'alert' | 'other', criteria: 'wanted' | 'theirs', { currency, showsFrom }: Present) {
  const own = (column: string) => sql.ref(`${alert}.${column}`);
  const limit = (column: string) => sql.ref(`${criteria}.${column}`);
  return sql<keyof typeof UNMET | null>`(case
    when ((coalesce(${limit('min_cents')}, ${limit('max_cents')}) is null
        or (deal.currency = ${currency} and deal.price_cents >= coalesce(${limit('min_cents')}, 0)
          and deal.price_cents <= coalesce(${limit('max_cents')}, deal.price_cents)))
      and coalesce(deal.percent_off, 0) >= coalesce(${limit('min_percent')}, 0)) is not true then 'price'
    when ${own('forums')} <> '{}' and (deal.forum_id = any(${own('forums')})) is not true then 'forum'
    when ${own('vote_level')} > 0 and (${shownVotes('deal', showsFrom)} >= ${own('vote_level')}) is not true then 'votes'
    when ${own('new_low')} and (deal.price_cents is null or known.lowest_cents < deal.price_cents or exists (
      select from price_observations as p where p.thread_id = deal.thread_id and p.cents < deal.price_cents)) then 'low'
    when case when known.through >= ${limit('id')} and due.words is not true
      then exists (select from matches as stored where stored.thread_id = n.thread_id and stored.criteria = ${limit('id')})
      else alert_vector(deal) @@ ${limit('query')} end is not true then 'words' end)`;
}
