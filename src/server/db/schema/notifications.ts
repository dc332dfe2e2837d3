import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Channel, Frequency } from '../../../lib/alert-delivery.ts';
import type { NotificationKind } from '../../../lib/notification-kinds.ts';
import type { Cents, Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** Notifications, their deliveries and settings, and saved deals (migrations 0022 to 0025). */
export interface NotificationsTables {
  notifications: NotificationTable;
  deliveries: DeliveryTable;
  announced_prices: { user_id: number; thread_id: number; price_cents: Cents; announced_at: Timestamp };
  notification_settings: NotificationSettingsTable;
  notification_choices: { user_id: number; kind: NotificationKind; channels: ('site' | 'email' | 'push')[] };
  muted_threads: { user_id: number; thread_id: number; muted_at: Timestamp };
  muted_members: { user_id: number; muted_id: number; muted_at: Timestamp };
  push_subscriptions: PushSubscriptionTable;
  push_due: PushDueTable;
  saved_deals: SavedDealTable;
  /** Saved deals whose price or status changed since the last check. */
  watched_due: { thread_id: number };
}

interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NotificationKind;
  thread_id: number | null;
  post_id: number | null;
  /** The member who caused it. */
  actor_id: number | null;
  /** The alert that matched the deal. */
  alert_id: number | null;
  price_cents: Cents | null;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Timestamp;
  read_at: OptionalTimestamp;
}

export type DeliveryState = 'waiting' | 'held' | 'sending' | 'sent' | 'skipped' | 'failed' | 'bounced';

interface DeliveryTable {
  notification_id: number;
  channel: Channel;
  user_id: number;
  frequency: Defaulted<Frequency>;
  state: Defaulted<DeliveryState>;
  /** Why it is held, skipped or failed. */
  reason: string | null;
  due_at: Timestamp;
  settled_at: OptionalTimestamp;
  /** Number of the message that contains it together with others: for mails the id in the outbox. */
  batch: number | null;
}

interface NotificationSettingsTable {
  user_id: number;
  /** IANA name. */
  time_zone: Defaulted<string>;
  /** Local hour of daily and weekly mails. */
  digest_hour: Defaulted<number>;
  /** Day of weekly mails: 1 (Monday) to 7. */
  digest_day: Defaulted<number>;
  /** Quiet hours, in local time: nothing is sent between them. */
  quiet_from: number | null;
  quiet_until: number | null;
  /** Most mails and pushes per local day; null for no limit. */
  most_a_day: number | null;
  feed_epoch: Defaulted<number>;
  /** When mail to the address was rejected permanently, to which address, and why. */
  bounced_at: OptionalTimestamp;
  bounced_email: string | null;
  bounce_reason: string | null;
  unsubscribed_at: OptionalTimestamp;
}

interface PushSubscriptionTable {
  id: GeneratedAlways<number>;
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: Defaulted<string>;
  created_at: Timestamp;
  /** Since when its push service rejects messages. */
  failed_at: OptionalTimestamp;
  /** The session in which push was enabled; null for devices from before migration 0048. */
  session_id: string | null;
}

/** A push message that waits to be sent to a device. */
interface PushDueTable {
  id: GeneratedAlways<number>;
  /** Number of the batch of deliveries; each device of the member has a row with it. */
  batch: number;
  subscription_id: number;
  user_id: number;
  /** The member's daily limit, if these deliveries exceeded it. */
  gathered: number | null;
  due_at: Timestamp;
  attempts: Defaulted<number>;
  /** When sending began. An attempt whose outcome is unknown is not repeated. */
  begun_at: OptionalTimestamp;
}

interface SavedDealTable {
  user_id: number;
  thread_id: number;
  list: Defaulted<string>;
  saved_at: Timestamp;
  /** Whether the member is reminded before it ends, and when that was done. */
  remind: Defaulted<boolean>;
  reminded_at: OptionalTimestamp;
  /** The lowest price that the member knows, from saving it or from a notification; null without a price in the deal's currency. */
  known_cents: Cents | null;
  /** Whether it was expired when the member saved it or was last notified. */
  knows_expired: boolean;
}
