import { singleParam } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { LARGEST_FORM } from '../../server/http/body.ts';
import { programEndpoint, seeOther, isPlainForm, type Endpoint } from '../../server/http/endpoint.ts';
import { readUnsubscribeKey, type UnsubscribeTarget } from './keys.server.ts';
import { UNSUBSCRIBE_PAGE } from './pages.ts';
import { saveSettings } from './settings.server.ts';

/** How alerts are ended; the alerts feature provides it. */
interface AlertEnding {
  find(db: Db, alertId: number, userId: number): Promise<{ title: string; isPaused: boolean } | undefined>;
  pause(context: Pick<Context, 'db' | 'clock'>, userId: number, alertIds: number[]): Promise<unknown>;
  resume(context: Pick<Context, 'db'>, userId: number, alertIds: number[]): Promise<unknown>;
}

/** What the page of an unsubscribe link shows. */
export interface Unsubscribing {
  key: string;
  /** Title of the alert; undefined for all mails. */
  alertTitle: string | undefined;
  /** Whether it is ended already. */
  isEnded: boolean;
}

/** What an unsubscribe link ends; `gone` where its alert was deleted; undefined for an invalid link, or one of a deleted account. */
export async function unsubscribing(
  context: Context,
  query: URLSearchParams,
  alerts: AlertEnding,
): Promise<Unsubscribing | 'gone' | undefined> {
  const key = singleParam(query, 'key') ?? '';
  const target = readUnsubscribeKey(context, key);
  const state = target && (await stateOf(context.db, target, alerts));
  return state && state !== 'gone' ? { key, ...state } : state;
}

async function stateOf(
  db: Db,
  { userId, alertId }: UnsubscribeTarget,
  alerts: AlertEnding,
): Promise<Omit<Unsubscribing, 'key'> | 'gone' | undefined> {
  if (alertId !== undefined) {
    const alert = await alerts.find(db, alertId, userId);
    return alert ? { alertTitle: alert.title, isEnded: alert.isPaused } : 'gone';
  }
  const member = await db
    .selectFrom('accounts as a')
    .leftJoin('notification_settings as s', 's.user_id', 'a.user_id')
    .select('s.unsubscribed_at')
    .where('a.user_id', '=', userId)
    .executeTakeFirst();
  return member && { alertTitle: undefined, isEnded: member.unsubscribed_at !== null };
}

/** Content types that mail programs may send (RFC 8058). */
const TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/**
 * Ends what an unsubscribe link is about at once, without logging in, or undoes that with `do=undo`. The button of the page is answered
 * with the page.
 */
export const unsubscribeForm = (alerts: AlertEnding): Endpoint =>
  programEndpoint(TYPES, LARGEST_FORM, async ({ context, query, request }, body) => {
    const key = singleParam(query, 'key') ?? '';
    const target = readUnsubscribeKey(context, key);
    const state = target && (await stateOf(context.db, target, alerts));
    if (!state) return undefined;
    const form = new URLSearchParams(body.toString());
    if (state !== 'gone') await end(context, target, alerts, form.get('do') === 'undo');
    if (!body.includes('One-Click') && isPlainForm({ request, form })) return seeOther(`${UNSUBSCRIBE_PAGE}?key=${key}`);
    return state === 'gone' ? undefined : { success: true };
  });

async function end(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  { userId, alertId }: UnsubscribeTarget,
  alerts: AlertEnding,
  undo: boolean,
): Promise<void> {
  if (alertId === undefined) await saveSettings(context, userId, { unsubscribed_at: undo ? null : context.clock() });
  else await (undo ? alerts.resume : alerts.pause)(context, userId, [alertId]);
}
