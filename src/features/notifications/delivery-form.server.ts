import { refusedWith, succeeded, type Outcome } from '../session/outcomes.server.ts';
import * as z from 'zod/mini';
import { required } from '../../lib/required.ts';
import { actionNamed } from '../../server/http/action.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { limit } from '../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import { deliveryCall } from './contracts/delivery.ts';
import { renewFeedCall } from './contracts/renew-feed.ts';
import { resubscribeCall } from './contracts/resubscribe.ts';
import { feedAddresses } from './feed.server.ts';
import { ALERTS_PAGE } from './pages.ts';
import { timeZoneNamed } from './schedule.ts';
import { saveSettings, settingsOf } from './settings.server.ts';

/** `POST /account/delivery`, for members alone: how and when they want to be notified. */
export const deliveryForm = memberForm(ALERTS_PAGE, async (visit) => {
  await limit(visit.context, 'notification-settings', visit.session.userId);
  return actionNamed(ACTIONS, visit.form.get('do'))(visit);
});

const ACTIONS: Record<string, (visit: MemberVisit) => Promise<Outcome>> = {
  [deliveryCall.do]: update,
  [renewFeedCall.do]: renewFeed,
  [resubscribeCall.do]: resubscribe,
};

async function update({ context, form, session }: MemberVisit): Promise<Outcome> {
  const parsed = z.safeParse(deliveryCall.form, fieldsOf(form));
  if (!parsed.success) {
    const { path, message } = required(parsed.error.issues[0], 'what is wrong with the settings');
    return refusedWith(ALERTS_PAGE, message, String(path[0] ?? ''));
  }
  const { timezone, digesthour, digestday, quietfrom, quietuntil, mostaday } = parsed.data;
  const timeZone = timeZoneNamed(timezone);
  if (timeZone === undefined) return refusedWith(ALERTS_PAGE, 'Choose a time zone from the list.', 'timezone');
  if ((quietfrom === null) !== (quietuntil === null))
    return refusedWith(ALERTS_PAGE, 'Choose when the quiet hours begin and when they end.', 'quietfrom');
  await context.db.transaction().execute(async (transaction) => {
    await saveSettings({ db: transaction, config: context.config }, session.userId, {
      time_zone: timeZone,
      digest_hour: digesthour,
      digest_day: digestday,
      quiet_from: quietfrom,
      quiet_until: quietuntil,
      most_a_day: mostaday,
    });
    await rescheduleHeld(transaction, session.userId, context.clock());
  });
  return succeeded(ALERTS_PAGE, 'Your settings were saved.');
}

/** Schedules held deliveries by the new settings, as if they had been created now. */
async function rescheduleHeld(transaction: Db, userId: number, now: Date): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ state: 'waiting', reason: null, due_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'held')
    .execute();
}

async function renewFeed({ context, session }: MemberVisit): Promise<Outcome> {
  const { userId } = session;
  await context.db
    .insertInto('notification_settings')
    .values({ user_id: userId, time_zone: context.config.region.timeZone, feed_epoch: 1 })
    .onConflict((oc) => oc.column('user_id').doUpdateSet({ feed_epoch: sql`notification_settings.feed_epoch + 1` }))
    .execute();
  const { feedEpoch } = await settingsOf(context, userId);
  const answer = { success: true, ...feedAddresses(context, userId, feedEpoch) };
  return { answer, to: ALERTS_PAGE, notice: 'Your feeds have new addresses. The old ones no longer work.' };
}

async function resubscribe({ context, session }: MemberVisit): Promise<Outcome> {
  await saveSettings(context, session.userId, { unsubscribed_at: null, bounced_at: null, bounced_email: null, bounce_reason: null });
  return succeeded(ALERTS_PAGE, 'Mails are on again.');
}
