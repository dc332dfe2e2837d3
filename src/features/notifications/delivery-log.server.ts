import { pageCount } from '../../lib/paging.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import { announcedPriceText } from '../deals/price-text.ts';
import type { LoggedNotification } from './delivery-words.ts';

/** A deal that met an alert of a member, and what became of telling them. */
export interface LogEntry extends LoggedNotification {
  id: number;
  /** Null for a deal that is gone. */
  deal: { title: string; path: string; price: string } | null;
  /** Title of the alert; null for one that was deleted meanwhile. */
  alert: string | null;
}

export interface DeliveryLog {
  entries: LogEntry[];
  page: number;
  pages: number;
  /** Of the member, in which times are shown. */
  timeZone: string;
}

const EACH = 25;

type Reading = Pick<Context, 'db' | 'config'>;

/** Reads a page of what a member's alerts found and how they were notified, the newest first. @returns undefined past the end */
export async function readDeliveryLog(context: Reading, userId: number, page: number): Promise<DeliveryLog | undefined> {
  const { total, timeZone } = await context.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('notifications')
        .select((of) => of.fn.countAll<number>().as('total'))
        .where('user_id', '=', userId)
        .where('kind', '=', 'deal-alert')
        .as('total'),
      eb.selectFrom('notification_settings').select('time_zone').where('user_id', '=', userId).as('timeZone'),
    ])
    .executeTakeFirstOrThrow();
  const pages = pageCount(Number(total), EACH);
  if (page > pages) return undefined;
  const entries = await entriesOf(context, userId, { offset: (page - 1) * EACH });
  return { entries, page, pages, timeZone: timeZone ?? context.config.region.timeZone };
}

/** Reads a member's notifications of one deal by their alerts, the newest first. */
export const readDealLog = (context: Reading, userId: number, threadId: number): Promise<LogEntry[]> =>
  entriesOf(context, userId, { threadId });

async function entriesOf(
  { db, config }: Reading,
  userId: number,
  { offset = 0, threadId }: { offset?: number; threadId?: number },
): Promise<LogEntry[]> {
  const rows = await db
    .selectFrom('notifications as n')
    .leftJoin('deals as d', (join) => join.onRef('d.thread_id', '=', 'n.thread_id').on('d.status', '<>', 'scheduled'))
    .leftJoin('alerts as a', (join) => join.onRef('a.alert_id', '=', 'n.alert_id').onRef('a.user_id', '=', 'n.user_id'))
    .select([
      'n.id',
      'n.created_at',
      'n.price_cents',
      'd.thread_id',
      'd.title',
      'd.currency',
      'd.price_terms',
      'd.price_cents as deal_cents',
      'a.title as alert',
    ])
    .where('n.user_id', '=', userId)
    .where('n.kind', '=', 'deal-alert')
    .$if(threadId !== undefined, (query) => query.where('n.thread_id', '=', threadId ?? null))
    .orderBy('n.id', 'desc')
    .offset(offset)
    .limit(EACH)
    .execute();
  if (rows.length === 0) return [];
  const deliveries = await deliveriesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, created_at, thread_id, title, alert, ...price }) => ({
    id,
    deal:
      thread_id === null || title === null
        ? null
        : { title, path: dealPath({ threadId: thread_id, title }), price: announcedPriceText(price, config.region) },
    alert,
    matchedAt: created_at,
    deliveries: (deliveries.get(id) ?? []).map(({ notificationId: _, ...delivery }) => delivery),
  }));
}

/** Reads deliveries by the ids of their notifications. */
async function deliveriesOf(db: Db, notificationIds: number[]) {
  const rows = await db
    .selectFrom('deliveries')
    .select(['notification_id as notificationId', 'channel', 'state', 'reason', 'due_at as dueAt', 'settled_at as settledAt'])
    .where('notification_id', 'in', notificationIds)
    .orderBy('channel')
    .execute();
  return Map.groupBy(rows, ({ notificationId }) => notificationId);
}
