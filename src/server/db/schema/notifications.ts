import type { ColumnType, GeneratedAlways } from 'kysely';
import type { Channel, Frequency } from '../../../lib/alert-delivery.ts';
import type { NotificationKind } from '../../../lib/notification-kinds.ts';
import type { Cents, Defaulted, OptionalTimestamp, Timestamp } from './columns.ts';

/** What members are notified of (migrations 0022 to 0025). */
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
  /** Saved deals whose price or state changed since somebody looked. */
  watched_due: { thread_id: number };
}

interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NotificationKind;
  thread_id: number | null;
  post_id: number | null;
  /** The member who did it. */
  actor_id: number | null;
  /** The alert that found the deal. */
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
  /** What it went out in, with others: of mails the number in the outbox. */
  batch: number | null;
}

interface NotificationSettingsTable {
  user_id: number;
  /** A name of the IANA data base. */
  time_zone: Defaulted<string>;
  /** Local hour of daily and weekly mails. */
  digest_hour: Defaulted<number>;
  /** Day of weekly ones, from 1, a Monday. */
  digest_day: Defaulted<number>;
  /** Local hours between which nothing is sent. */
  quiet_from: number | null;
  quiet_until: number | null;
  /** Mails and pushes a local day; null for any number. */
  most_a_day: number | null;
  feed_epoch: Defaulted<number>;
  /** When the address was refused for good, which, and why. */
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
  /** Since when its push service takes nothing. */
  failed_at: OptionalTimestamp;
  /** In which push was turned on (migration 0048); null where that was before sessions were noted. */
  session_id: string | null;
}

/** What waits to be sent to a device. */
interface PushDueTable {
  id: GeneratedAlways<number>;
  /** The deliveries that it is of; each of the member's devices has a row. */
  batch: number;
  subscription_id: number;
  user_id: number;
  /** The member's number a day, where these came beyond it. */
  gathered: number | null;
  due_at: Timestamp;
  attempts: Defaulted<number>;
  /** When its try was begun, which nobody repeats who does not know how it ended. */
  begun_at: OptionalTimestamp;
}

interface SavedDealTable {
  user_id: number;
  thread_id: number;
  list: Defaulted<string>;
  saved_at: Timestamp;
  /** Whether to tell some time before it ends, and when that was done. */
  remind: Defaulted<boolean>;
  reminded_at: OptionalTimestamp;
  /** The lowest price that the member has seen: when it was saved, or at the last notification; null while it had no amount in the deal's currency. */
  known_cents: Cents | null;
  /** Whether it had expired when the member saved it or was last notified. */
  knows_expired: boolean;
}
