import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { seeOther, type Api } from '../../server/http/endpoint.ts';
import { describeNotifications } from './describe.server.ts';
import { NOTIFICATIONS } from './pages.ts';

/** Marks all notifications of a member as read. */
export async function readAll({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number): Promise<void> {
  await db.updateTable('notifications').set({ read_at: clock() }).where('user_id', '=', userId).where('read_at', 'is', null).execute();
}

/**
 * Opens a notification, as its link `?open={id}` asks: marks it as read, and redirects to what it is about. A browser's prefetch marks
 * nothing.
 * @returns undefined when the page is to be shown
 */
export async function openNotification(
  { locals: { context }, url, request }: Pick<Api, 'locals' | 'url' | 'request'>,
  userId: number,
): Promise<Response | undefined> {
  const asked = url.searchParams.get('open');
  if (asked === null) return undefined;
  const id = readId(asked);
  if (id === undefined) return seeOther(NOTIFICATIONS);
  const { db, clock } = context;
  const own = await db.selectFrom('notifications').select('read_at').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  if (!own) return seeOther(NOTIFICATIONS);
  const looksAhead = request.headers.get('sec-purpose')?.startsWith('prefetch') ?? false;
  if (own.read_at === null && !looksAhead)
    await db.updateTable('notifications').set({ read_at: clock() }).where('id', '=', id).where('read_at', 'is', null).execute();
  const [described] = await describeNotifications(context, [id]);
  return seeOther(described?.path ?? NOTIFICATIONS);
}
