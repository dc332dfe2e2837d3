import { type Kysely, sql } from 'kysely';

/** What members are told, by which channels and when; what was announced to whom; how each member wants it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const KINDS = `('deal-alert', 'reply', 'quote', 'mention', 'price-drop', 'expired', 'works-again', 'ends-soon', 'moderation')`;

const STATEMENTS = [
  `create table notifications (
    id bigint generated always as identity primary key,
    user_id int not null references members on delete cascade,
    kind text not null check (kind in ${KINDS}),
    thread_id bigint, post_id bigint,
    -- The member who did it.
    actor_id int references members on delete cascade,
    -- The alert that found it; one that was deleted meanwhile is not there.
    alert_id bigint,
    price_cents int,
    -- What is said of it beyond that.
    data jsonb not null default '{}',
    created_at timestamptz not null,
    read_at timestamptz)`,
  `create index notifications_user on notifications (user_id, id desc)`,
  `create index notifications_unread on notifications (user_id) where read_at is null`,
  `create index notifications_thread on notifications (thread_id)`,

  // A notification by one channel: what became of it is the delivery log.
  `create table deliveries (
    notification_id bigint not null references notifications on delete cascade,
    channel text not null check (channel in ('email', 'push', 'feed')),
    user_id int not null,
    frequency text not null default 'instant' check (frequency in ('instant', 'hourly', 'daily', 'weekly')),
    state text not null default 'waiting' check (state in ('waiting', 'held', 'sending', 'sent', 'skipped', 'failed', 'bounced')),
    -- Why it is held, skipped or failed.
    reason text,
    due_at timestamptz not null,
    settled_at timestamptz,
    primary key (notification_id, channel))`,
  `create index deliveries_due on deliveries (due_at) where state in ('waiting', 'held')`,
  `create index deliveries_user on deliveries (user_id, channel, due_at) where state in ('waiting', 'held', 'sending')`,

  // No deal is announced twice to a member at one price, whichever alerts it meets and however old they are.
  `create table announced_prices (
    user_id int not null references members on delete cascade,
    thread_id bigint not null,
    price_cents int not null,
    announced_at timestamptz not null,
    primary key (user_id, thread_id, price_cents))`,
  `create index announced_prices_thread on announced_prices (thread_id)`,

  // Of members who never set anything there is no row.
  `create table notification_settings (
    user_id int primary key references members on delete cascade,
    time_zone text not null default 'UTC',
    -- Local hour of daily and weekly mails; the day of weekly ones counts from 1, a Monday.
    digest_hour int not null default 8 check (digest_hour between 0 and 23),
    digest_day int not null default 1 check (digest_day between 1 and 7),
    -- Local hours; none where both are the same or null.
    quiet_from int check (quiet_from between 0 and 23),
    quiet_until int check (quiet_until between 0 and 23),
    -- Mails and pushes a local day; null for any number.
    most_a_day int check (most_a_day between 1 and 100),
    -- Counted on to make the private feed's address, or all unsubscribe links, worthless.
    feed_epoch int not null default 0,
    -- Mails to the address are refused for good; of the address that was refused alone.
    bounced_at timestamptz, bounced_email text, bounce_reason text,
    -- All alerts by mail were ended by one click.
    unsubscribed_at timestamptz)`,

  // Channels that a member chose for a kind, 'site' among them; where there is no row the site's usual ones hold.
  `create table notification_choices (
    user_id int not null references members on delete cascade,
    kind text not null check (kind in ${KINDS}),
    channels text[] not null check (channels <@ '{site,email,push}'),
    primary key (user_id, kind))`,

  `create table muted_threads (
    user_id int not null references members on delete cascade,
    thread_id bigint not null references deals on delete cascade,
    muted_at timestamptz not null,
    primary key (user_id, thread_id))`,
  `create table muted_members (
    user_id int not null references members on delete cascade,
    muted_id int not null references members on delete cascade,
    muted_at timestamptz not null,
    primary key (user_id, muted_id))`,

  `create table push_subscriptions (
    id bigint generated always as identity primary key,
    user_id int not null references members on delete cascade,
    endpoint text not null unique,
    p256dh text not null, auth text not null,
    device text not null default '',
    created_at timestamptz not null,
    failed_at timestamptz)`,
  `create index push_subscriptions_user on push_subscriptions (user_id)`,

  `create table saved_deals (
    user_id int not null references members on delete cascade,
    thread_id bigint not null references deals on delete cascade,
    list text not null default '',
    saved_at timestamptz not null,
    -- Whether to tell some time before it ends, and when that was done.
    remind boolean not null default false,
    reminded_at timestamptz,
    primary key (user_id, thread_id))`,
  `create index saved_deals_thread on saved_deals (thread_id)`,

  // Mails that nobody waits for come after those that somebody does: 0 before 1.
  `alter table outbox add column priority int not null default 0`,
  `drop index outbox_due`,
  `create index outbox_due on outbox (priority, due_at) where failed_at is null`,
];
