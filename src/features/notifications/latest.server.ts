import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { memberForm } from '../session/visit.server.ts';
import type { LatestNotificationsAnswer } from './contracts/latest-notifications.ts';
import { describe, DESCRIPTION_COLUMNS } from './describe.server.ts';
import { NOTIFICATIONS } from './pages.ts';
import { countUnread, shownNotifications } from './shown.server.ts';

const LATEST = 6;

/** `POST /ajax/notifications.php`: what the bell's dropdown shows. */
export const latestForm = memberForm(
  NOTIFICATIONS,
  async ({ context, session }) => ({ answer: await showLatest(context, session.userId), to: NOTIFICATIONS }),
  { onGuest: { error: DO_LOG_IN } satisfies LatestNotificationsAnswer },
);

/** Reads a member's last notifications, and marks only these as read, because older ones were not shown. */
async function showLatest({ db, clock, config }: Context, userId: number): Promise<LatestNotificationsAnswer> {
  const rows = await shownNotifications(db)
    .leftJoin('members as actor', 'actor.user_id', 'n.actor_id')
    .select(DESCRIPTION_COLUMNS)
    .select(['n.created_at', 'n.read_at'])
    .where('n.user_id', '=', userId)
    .orderBy('n.id', 'desc')
    .limit(LATEST)
    .execute();
  const unread = rows.filter((row) => row.read_at === null).map(({ id }) => id);
  if (unread.length > 0)
    await db.updateTable('notifications').set({ read_at: clock() }).where('id', 'in', unread).where('read_at', 'is', null).execute();
  const notifications = rows.map((row) => ({
    title: describe(row, config.region).title,
    path: `${NOTIFICATIONS}?open=${row.id}`,
    at: row.created_at.toISOString(),
    date: formatDate(row.created_at, config.region),
    isUnread: row.read_at === null,
  }));
  return { notifications, unread: await countUnread(db, userId) };
}
