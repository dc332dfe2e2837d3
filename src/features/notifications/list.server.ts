import { sql } from 'kysely';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { avatarPath } from '../../lib/avatar.ts';
import { amongEnglish } from '../../lib/bidi-controls.ts';
import { dateFormat } from '../../lib/intl-formats.ts';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { describe, DESCRIPTION_COLUMNS, type DescribedNotification } from './describe.server.ts';
import type { NotificationKind } from '../../lib/notification-kinds.ts';
import { startOfDay } from './schedule.ts';
import { countUnread, shownNotifications } from './shown.server.ts';

const AT_ONCE = 30;

/** A notification of the list. */
export interface Listed extends DescribedNotification {
  kind: NotificationKind;
  at: string;
  isRead: boolean;
  /** The member who caused it; only what the list shows. */
  actor: { userid: number; username: string; avatar: string } | null;
  /** The deal it is about, whose discussion can be muted. */
  threadId: number | null;
}

/** A page of a member's notifications, the newest first. */
export interface NotificationList {
  days: { name: string; notifications: Listed[] }[];
  unread: number;
  page: number;
  pages: number;
}

/** Reads a page of a member's list, grouped by days of theirs; undefined for no page number, and past the last page (contract.md, Browse). */
export async function listNotifications(context: Context, userId: number, query: URLSearchParams): Promise<NotificationList | undefined> {
  const { db, clock, config } = context;
  const bounds = pageBounds(query, AT_ONCE);
  if (!bounds) return undefined;
  // Counted as the page is chosen: which of them are shown is looked up for each, and so once.
  const chosen = await shownNotifications(db)
    .select(({ fn }) => ['n.id', fn.countAll<number>().over().as('count')])
    .where('n.user_id', '=', userId)
    .orderBy('n.id', 'desc')
    .limit(AT_ONCE)
    .offset(bounds.offset)
    .execute();
  if (chosen.length === 0 && bounds.page > 1) return undefined;
  const rows = await readListed(
    db,
    chosen.map(({ id }) => id),
  );
  const settings = await db.selectFrom('notification_settings').select('time_zone').where('user_id', '=', userId).executeTakeFirst();
  const dayOf = daysIn({ timeZone: settings?.time_zone ?? config.region.timeZone, locale: config.region.locale }, clock());
  const days = Map.groupBy(rows, (row) => dayOf(row.created_at));
  return {
    days: [...days].map(([name, ofDay]) => ({
      name,
      notifications: ofDay.map((row) => ({
        ...describe(row, config.region),
        kind: row.kind,
        at: row.created_at.toISOString(),
        isRead: row.read_at !== null,
        actor:
          row.actor_id === null || row.username === null
            ? null
            : {
                userid: row.actor_id,
                username: row.username,
                avatar: avatarPath({ userId: row.actor_id, username: row.username, avatar: row.avatar }),
              },
        threadId: row.title === null ? null : row.thread_id,
      })),
    })),
    unread: await countUnread(db, userId),
    page: bounds.page,
    pages: pageCount(chosen[0]?.count ?? 0, AT_ONCE),
  };
}

/** What the list shows of these notifications, the newest first. */
const readListed = (db: Db, ids: number[]) =>
  shownNotifications(db)
    .leftJoin('members as actor', 'actor.user_id', 'n.actor_id')
    .select(DESCRIPTION_COLUMNS)
    .select(['n.created_at', 'n.read_at', 'actor.user_id as actor_id', 'actor.avatar'])
    .where(sql<boolean>`n.id = any(${ids}::bigint[])`)
    .orderBy('n.id', 'desc')
    .execute();

/** Returns what names the day of a moment in a time zone: "Today", "Yesterday", or its date. */
function daysIn({ timeZone, locale }: Pick<Region, 'timeZone' | 'locale'>, now: Date): (at: Date) => string {
  const format = dateFormat(locale, { dateStyle: 'long', timeZone });
  // Not 24 hours ago: a day has 23 or 25 where the clocks change.
  const [today, yesterday] = [format.format(now), format.format(new Date(startOfDay(now, timeZone).getTime() - 1))];
  return (at) => {
    const day = format.format(at);
    return day === today ? 'Today' : day === yesterday ? 'Yesterday' : amongEnglish(day);
  };
}
