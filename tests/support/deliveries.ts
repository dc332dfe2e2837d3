import { announceDeals, type AnnouncedDeal } from '../../src/features/notifications/announce.server.ts';
import { deliverDue, SENDERS } from '../../src/features/notifications/deliver.server.ts';
import { notificationMails } from '../../src/features/notifications/mails.server.ts';
import { CHANNELS } from '../../src/lib/alert-delivery.ts';
import type { Context } from '../../src/server/context.ts';
import type { NotificationsTables } from '../../src/server/db/schema/notifications.ts';
import type { Mail } from '../../src/server/mail/mail-content.ts';
import { composeMails, settleMails } from '../../src/server/mail/mail-kind.ts';
import { sendDue } from '../../src/server/mail/send-due.ts';
import type { Transport } from '../../src/server/mail/transport.ts';
import { sql, type Insertable } from 'kysely';
import { accountsContext } from './accounts.ts';
import type { Open } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';
import { newEmail } from './calls.ts';

let made = 0;

/** A catalogue at noon in UTC, and a member with an alert; `threads` are the live deals. */
export async function openDeliveries(open: Open) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context);
  const deals = await context.db.selectFrom('deals').select('thread_id').where('status', '=', 'live').orderBy('thread_id').execute();
  const { userId, email } = await givenMember(context);
  const alertId = await givenAlert(context, userId, { title: 'ssd under $60' });
  return { context, threads: deals.map(({ thread_id }) => thread_id), userId, email, alertId };
}

export type NotificationSettings = Partial<Insertable<NotificationsTables['notification_settings']>>;

/** Stores notification settings of a member that differ from the defaults. */
export const givenSettings = async ({ db }: Context, userId: number, values: NotificationSettings): Promise<void> => {
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...values })
    .execute();
};

/** A member with a verified account, without the work of registering. */
export async function givenMember({ db, clock }: Context, { isVerified = true } = {}): Promise<{ userId: number; email: string }> {
  const email = newEmail();
  const name = `reader-${++made}`;
  const { user_id: userId } = await db
    .insertInto('members')
    .values({ source: 'tests', source_id: name, username: name, joined_at: clock() })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('accounts')
    .values({ ...{ user_id: userId, email, email_key: email, created_at: clock() }, email_verified_at: isVerified ? clock() : null })
    .execute();
  return { userId, email };
}

interface AlertGiven {
  title?: string;
  minCents?: number;
  maxCents?: number;
  minPercent?: number;
}

/** An alert of a member's by all channels, with criteria of its own, which any live deal meets within their limits. */
export async function givenAlert({ db, clock }: Context, userId: number, given: AlertGiven = {}): Promise<number> {
  const { title = 'lamps', minCents = null, maxCents = null, minPercent = null } = given;
  const { rows } = await sql<{ id: number }>`
    insert into criteria (criteria_id, query, min_cents, max_cents, min_percent)
    values (${`q=lamp${++made}`}, '''is:live''', ${minCents}, ${maxCents}, ${minPercent}) returning id`.execute(db);
  const { alert_id } = await db
    .insertInto('alerts')
    .values({ user_id: userId, criteria: rows[0]!.id, title, channels: [...CHANNELS], created_at: clock(), since: clock() })
    .returning('alert_id')
    .executeTakeFirstOrThrow();
  return alert_id;
}

/** Announces a deal to a member at its price, as matching does. */
export async function announce(
  context: Context,
  told: Pick<AnnouncedDeal, 'userId' | 'alertId' | 'threadId'> & Partial<AnnouncedDeal>,
): Promise<void> {
  const { price_cents: priceCents } = await context.db
    .selectFrom('deals')
    .select('price_cents')
    .where('thread_id', '=', told.threadId)
    .executeTakeFirstOrThrow();
  const deal: AnnouncedDeal = { priceCents, channels: ['email'], frequency: 'instant', ...told };
  await context.db.transaction().execute((transaction) => announceDeals(transaction, [deal], context.clock()));
}

/** Hands over all due deliveries, and sends the mails by a transport. */
export async function deliverBy(context: Context, transport: Transport): Promise<void> {
  while ((await deliverDue(context, SENDERS)) > 0);
  const lane = { settle: settleMails(context, notificationMails) };
  while ((await sendDue(context, composeMails(context, notificationMails), transport, undefined, lane)) > 0);
}

/** As `deliverBy`; the mails that were sent. */
export async function delivered(context: Context): Promise<Mail[]> {
  const mails: Mail[] = [];
  await deliverBy(context, { send: async (mail) => void mails.push(mail), close: () => undefined });
  return mails;
}

/** What the delivery log says, in the order of the notifications. */
export const logOf = async ({ db }: Context): Promise<string[]> =>
  (await db.selectFrom('deliveries').select(['state', 'reason']).orderBy('notification_id').orderBy('channel').execute()).map(
    ({ state, reason }) => (reason === null ? state : `${state}: ${reason}`),
  );
