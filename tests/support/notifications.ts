import { announceDeals } from '../../src/features/notifications/announce.server.ts';
import { notificationActions } from '../../src/features/notifications/actions.server.ts';
import { listNotifications } from '../../src/features/notifications/list.server.ts';
import type { Context } from '../../src/server/context.ts';
import type { Called, Caller } from './calls.ts';

/** What a member's list says, the newest first. */
export async function toldTo(context: Context, userId: number): Promise<string[]> {
  const list = await listNotifications(context, userId, new URLSearchParams());
  return list!.days.flatMap(({ notifications }) => notifications.map(({ title }) => title));
}

/** Notifies a member of a deal at a price that an alert of theirs found. @returns how many members were notified */
export const announceTo = ({ db, clock }: Context, userId: number, { threadId, priceCents }: { threadId: number; priceCents: number }) =>
  announceDeals(db, [{ userId, alertId: 1, threadId, priceCents, channels: ['email'], frequency: 'instant' }], clock());

/** What a member is told elsewhere than on the site: kind and channel, in order. */
export async function handedTo({ db }: Context, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('deliveries as handed')
    .innerJoin('notifications as n', 'n.id', 'handed.notification_id')
    .select(['n.kind', 'handed.channel'])
    .where('handed.user_id', '=', userId)
    .orderBy('n.id')
    .orderBy('handed.channel')
    .execute();
  return rows.map(({ kind, channel }) => `${kind} ${channel}`);
}

/** Sends the form of the page about notifications. */
export const setNotifications = (browser: Caller, form: Record<string, string | string[]>): Promise<Called> =>
  browser.callAsMember(notificationActions, { form });
