import { sql } from 'kysely';
import { required } from '../../lib/required.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Channel, Frequency } from '../../lib/alert-delivery.ts';
import type { DeliveryState } from '../../server/db/schema/notifications.ts';
import { queueMails } from '../../server/mail/mail-kind.ts';
import { DEAL_ALERTS } from './mail-kinds.ts';
import { queuePushes } from './push/queue-push.server.ts';
import { afterQuietHours, digestOfLaterDay, QUIET_HOURS, schedule, startOfDay } from './schedule.ts';
import { readSettings, defaultSettings, type DeliverySettings } from './settings.server.ts';
import { checkDeliveries } from './check-deliveries.server.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** Notifications that are sent together to a member by one channel. */
interface Batch {
  userId: number;
  notificationIds: number[];
  /** The member's limit a day, where some of them were held because of it. */
  gathered?: number;
}

/**
 * Queues batches to be sent, in the transaction that sets their deliveries to `sending`; the sender settles these.
 * @returns the number of each batch, unique within the channel
 */
type QueueBatches = (transaction: Db, batches: Batch[]) => Promise<number[]>;

/** The queues by channel; deliveries by other channels wait. */
type Senders = Partial<Record<Exclude<Channel, 'feed'>, QueueBatches>>;

/** Mails go through the outbox, pushes to each device that a member has then. */
export const SENDERS: Senders = { email: (transaction, batches) => queueMails(transaction, DEAL_ALERTS, batches), push: queuePushes };

interface Due {
  notificationId: number;
  channel: Exclude<Channel, 'feed'>;
  userId: number;
  frequency: Frequency;
  state: 'waiting' | 'held';
  reason: string | null;
  dueAt: Date;
}

/** The next state of a delivery. */
interface Step {
  state: DeliveryState;
  reason: string | null;
  dueAt: Date;
  settledAt: Date | null;
  batch: number | null;
}

/** The members of the first so many due deliveries are processed. */
const AT_ONCE = 500;
/** The class of advisory locks on members whose deliveries are processed, so that several servers do not send two mails at once. */
const LOCK = 0x17de;
const beyondLimit = (most: number) => `over your limit of ${most} a day: gathered`;

/**
 * Processes the next due deliveries: each is held until its hour, skipped, or queued together with what else is due for the member by the
 * channel. Nothing is sent here, so that the transaction is short.
 * @returns how many it looked at; 0 when nothing is due
 */
export async function deliverDue(context: Pick<Context, 'db' | 'clock' | 'config'>, senders: Senders): Promise<number> {
  const now = context.clock();
  return context.db.transaction().execute(async (transaction) => {
    const due = await takeDue(transaction, Object.keys(senders), now);
    if (due.length === 0) return 0;
    const settings = await readSettings(transaction, [...new Set(due.map(({ userId }) => userId))]);
    const of = ({ userId }: Due) => settings.get(userId) ?? defaultSettings(context.config);
    const steps = new Map<Due, Step>();
    for (const each of due) {
      const step = heldBySchedule(each, of(each), now);
      if (step) steps.set(each, step);
    }
    const ready = due.filter((each) => !steps.has(each));
    const rejections = await checkDeliveries({ db: transaction, config: context.config }, ready, now);
    for (const [index, each] of ready.entries()) {
      const rejection = rejections[index];
      if (rejection)
        steps.set(each, rejection.isFinal ? skipped(rejection.reason, now) : held(rejection.reason, new Date(now.getTime() + HOUR_MS)));
    }
    const wanted = ready.filter((each) => !steps.has(each));
    const batches = await batchesOf(transaction, { wanted, of, now }, steps);
    await queueBatches(transaction, senders, batches, steps);
    await write(transaction, steps);
    return due.length;
  });
}

async function takeDue(transaction: Db, channels: string[], now: Date): Promise<Due[]> {
  const isDue = sql`state in ('waiting', 'held') and due_at <= ${now} and channel = any(${channels}::text[])`;
  const { rows } = await sql<Due>`
    with first as materialized (select user_id from deliveries where ${isDue} order by due_at limit ${AT_ONCE}),
    ours as materialized (
      select user_id from (select distinct user_id from first) as members where pg_try_advisory_xact_lock(${LOCK}::int, user_id))
    select notification_id as "notificationId", channel, user_id as "userId", frequency, state, reason, due_at as "dueAt"
    from deliveries join ours using (user_id) where ${isDue}
    order by notification_id, channel for update of deliveries skip locked`.execute(transaction);
  return rows;
}

/** The step of a delivery that has to wait: a new one for its hour, any for the end of the quiet hours. */
function heldBySchedule({ state, reason, frequency, dueAt }: Due, settings: DeliverySettings, now: Date): Step | undefined {
  if (state === 'waiting') {
    const wanted = schedule(frequency, dueAt, settings);
    if (wanted.at > now) return held(wanted.reason ?? QUIET_HOURS, wanted.at);
  }
  const sendableAt = afterQuietHours(now, settings);
  if (sendableAt <= now) return undefined;
  // The reason that it was gathered is kept, because the mail mentions it.
  return held(gatheredBeyond(reason) === undefined ? QUIET_HOURS : (reason ?? QUIET_HOURS), sendableAt);
}

interface Wanted {
  wanted: Due[];
  /** Settings of the member. */
  of: (due: Due) => DeliverySettings;
  now: Date;
}

/** The deliveries of one member by one channel. */
interface DueBatch {
  channel: Due['channel'];
  group: Due[];
  batch: Batch;
}

/** Groups deliveries into batches. Those beyond a member's daily limit are held until a later day. */
async function batchesOf(transaction: Db, { wanted, of, now }: Wanted, steps: Map<Due, Step>): Promise<DueBatch[]> {
  const groups = [...Map.groupBy(wanted, ({ userId, channel }) => `${userId} ${channel}`).values()].flatMap((group) =>
    group[0] ? [{ first: group[0], group }] : [],
  );
  const counts = await sentToday(
    transaction,
    groups.map(({ first }) => first),
    of,
    now,
  );
  const batches: DueBatch[] = [];
  for (const [index, { first, group }] of groups.entries()) {
    const { mostADay, ...times } = of(first);
    if (mostADay !== null && (counts[index] ?? 0) >= mostADay) {
      const later = afterQuietHours(digestOfLaterDay(now, times), times);
      for (const each of group) steps.set(each, held(beyondLimit(mostADay), later));
      continue;
    }
    const notificationIds = group.map(({ notificationId }) => notificationId);
    const gathered = group
      .map(({ state, reason }) => (state === 'held' ? gatheredBeyond(reason) : undefined))
      .find((most) => most !== undefined);
    const batch = { userId: first.userId, notificationIds, ...(gathered !== undefined && { gathered }) };
    batches.push({ channel: first.channel, group, batch });
  }
  return batches;
}

async function queueBatches(transaction: Db, senders: Senders, batches: DueBatch[], steps: Map<Due, Step>): Promise<void> {
  for (const [channel, together] of Map.groupBy(batches, (each) => each.channel)) {
    const queue = required(senders[channel], `what sends by ${channel}`);
    const numbers = await queue(
      transaction,
      together.map(({ batch }) => batch),
    );
    for (const [index, { group }] of together.entries()) {
      const batch = required(numbers[index], 'the number of the batch');
      for (const each of group) steps.set(each, { state: 'sending', reason: null, dueAt: each.dueAt, settledAt: null, batch });
    }
  }
}

/** The daily limit because of which a delivery was held. */
function gatheredBeyond(reason: string | null): number | undefined {
  const most = Number(/\d+/.exec(reason ?? '')?.[0]);
  return reason !== null && reason === beyondLimit(most) ? most : undefined;
}

/** How many batches went out to each member on their local day, or are about to. */
async function sentToday(transaction: Db, members: Due[], of: Wanted['of'], now: Date): Promise<number[]> {
  const days = members.map((member) => {
    const { mostADay, timeZone } = of(member);
    const since = mostADay === null ? null : startOfDay(now, timeZone);
    return { user_id: member.userId, channel: member.channel, since };
  });
  if (days.every(({ since }) => since === null)) return days.map(() => 0);
  const { rows } = await sql<{ count: number }>`
    select case when day.since is null then 0 else (
      select count(distinct batch)::int from deliveries as sent
      where sent.user_id = day.user_id and sent.channel = day.channel and sent.batch is not null
        and (sent.state = 'sending' or (sent.state in ('sent', 'bounced', 'failed') and sent.settled_at >= day.since))) end as count
    from rows from (json_to_recordset(${JSON.stringify(days)}::json) as (user_id int, channel text, since timestamptz))
      with ordinality as day (user_id, channel, since, place)
    order by day.place`.execute(transaction);
  return rows.map(({ count }) => count);
}

const held = (reason: string, dueAt: Date): Step => ({ state: 'held', reason, dueAt, settledAt: null, batch: null });
const skipped = (reason: string, now: Date): Step => ({ state: 'skipped', reason, dueAt: now, settledAt: now, batch: null });

async function write(transaction: Db, steps: Map<Due, Step>): Promise<void> {
  const changes = [...steps].map(([{ notificationId, channel }, step]) => ({ notificationId, channel, ...step }));
  await sql`
    update deliveries set state = step.state, reason = step.reason, due_at = step."dueAt", settled_at = step."settledAt", batch = step.batch
    from json_to_recordset(${JSON.stringify(changes)}::json) as step
      ("notificationId" bigint, channel text, state text, reason text, "dueAt" timestamptz, "settledAt" timestamptz, batch bigint)
    where deliveries.notification_id = step."notificationId" and deliveries.channel = step.channel`.execute(transaction);
}
