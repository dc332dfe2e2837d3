import DataLoader from 'dataloader';
import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { accountsOf, type Account } from '../accounts/account.server.ts';
import type { DealCard } from '../deals/card.ts';
import { findCards } from '../deals/find-card.server.ts';
import { checkDeliveries, type DeliveryKey, type Rejection } from './check-deliveries.server.ts';
import { UNSENT } from './settle-deliveries.server.ts';
import { defaultSettings, readSettings, type DeliverySettings } from './settings.server.ts';

/** A deal that a notification is of, and the alert that has it mailed. */
export interface AlertedDeal {
  threadId: number;
  /** Null where the member has ended it since the mail was found to be wanted. */
  alert: { id: number; title: string } | null;
}

/**
 * Reads right before something is sent. Concurrent sends are batched: everything requested at the same moment is read by one statement.
 * Nothing is cached, so that the values are current.
 */
interface DeliveryLoaders {
  /** By member. */
  account: DataLoader<number, Account | undefined>;
  settings: DataLoader<number, DeliverySettings>;
  /** Why a delivery is not to be sent any more. */
  rejection: DataLoader<DeliveryKey, Rejection | undefined>;
  /** By notification: whether it is still to be sent by the current mail. */
  isMailed: DataLoader<number, boolean>;
  /** By notification; undefined for what no alert caused. */
  alertedDeal: DataLoader<number, AlertedDeal | undefined>;
  /** By deal; undefined for one that is not there. */
  card: DataLoader<number, DealCard | undefined>;
}

const opened = new WeakMap<Context, DeliveryLoaders>();

/** The loaders of a context; one set for the process. */
export function deliveryLoaders(context: Context): DeliveryLoaders {
  const known = opened.get(context);
  if (known) return known;
  const { db, config, clock } = context;
  const reads: DeliveryLoaders = {
    account: byId((ids) => accountsOf(db, ids)),
    settings: byIds(async (ids) => {
      const settings = await readSettings(db, ids);
      return (id) => settings.get(id) ?? defaultSettings(config);
    }),
    rejection: new DataLoader((keys) => checkDeliveries(context, [...keys], clock()), { cache: false }),
    isMailed: byIds(async (ids) => {
      const mailed = await mailedOf(db, ids);
      return (id) => mailed.has(id);
    }),
    alertedDeal: byId((ids) => alertedDeals(db, ids)),
    card: byId(async (ids) => new Map((await findCards(context, ids)).map((card) => [card.threadId, card]))),
  };
  opened.set(context, reads);
  return reads;
}

/** Reads each id once, however often it is asked for at the same moment. */
const byIds = <Value>(read: (ids: number[]) => Promise<(id: number) => Value>) =>
  new DataLoader<number, Value>(
    async (ids) => {
      const of = await read([...new Set(ids)]);
      return ids.map(of);
    },
    { cache: false },
  );

const byId = <Value>(read: (ids: number[]) => Promise<Map<number, Value>>) =>
  byIds<Value | undefined>(async (ids) => {
    const found = await read(ids);
    return (id) => found.get(id);
  });

async function mailedOf(db: Db, notificationIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('deliveries')
    .select('notification_id')
    .where('notification_id', 'in', notificationIds)
    .where('channel', '=', 'email')
    .where('state', 'in', UNSENT)
    .execute();
  return new Set(rows.map(({ notification_id }) => notification_id));
}

/** Of several alerts that met the deal the notification names one; where that mails it no more, the mail is of another one that does. */
async function alertedDeals(db: Db, notificationIds: number[]): Promise<Map<number, AlertedDeal>> {
  const { rows } = await sql<AlertedDeal & { id: number }>`
    select n.id, n.thread_id as "threadId", mailing.alert
    from notifications as n left join lateral (
      select json_build_object('id', alert.alert_id, 'title', alert.title) as alert from alerts as alert
      where alert.user_id = n.user_id and alert.paused_at is null and 'email' = any(alert.channels) and (alert.alert_id = n.alert_id
        or exists (select from matches where matches.criteria = alert.criteria and matches.thread_id = n.thread_id))
      order by alert.alert_id <> n.alert_id, alert.alert_id limit 1) as mailing on true
    where n.id = any(${notificationIds}::bigint[]) and n.kind = 'deal-alert'`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
