import type { Selectable, Updateable } from 'kysely';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import type { DeliveryTimes } from './schedule.ts';

/** How a member wants to be notified. */
export interface DeliverySettings extends DeliveryTimes {
  /** Mails and pushes a local day; null for any number. */
  mostADay: number | null;
  feedEpoch: number;
  /** Whether all mails were ended by one click. */
  isUnsubscribed: boolean;
}

/** Those of members who never set anything: the days are the site's. */
export const defaultSettings = ({ region }: Pick<Config, 'region'>): DeliverySettings => ({
  timeZone: region.timeZone,
  digestHour: 8,
  digestDay: 1,
  quietFrom: null,
  quietUntil: null,
  mostADay: null,
  feedEpoch: 0,
  isUnsubscribed: false,
});

/** How members want to be notified, by their ids. */
export async function readSettings(db: Db, userIds: number[]): Promise<Map<number, DeliverySettings>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.selectFrom('notification_settings').selectAll().where('user_id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.user_id, toSettings(row)]));
}

export const settingsOf = async ({ db, config }: Pick<Context, 'db' | 'config'>, userId: number): Promise<DeliverySettings> =>
  (await readSettings(db, [userId])).get(userId) ?? defaultSettings(config);

const toSettings = (row: Selectable<Tables['notification_settings']>): DeliverySettings => ({
  timeZone: row.time_zone,
  digestHour: row.digest_hour,
  digestDay: row.digest_day,
  quietFrom: row.quiet_from,
  quietUntil: row.quiet_until,
  mostADay: row.most_a_day,
  feedEpoch: row.feed_epoch,
  isUnsubscribed: row.unsubscribed_at !== null,
});

/** Stores some of a member's settings; the others stay as they are. */
export async function saveSettings(
  { db, config }: { db: Db; config: Pick<Config, 'region'> },
  userId: number,
  values: Updateable<Tables['notification_settings']>,
): Promise<void> {
  await db
    .insertInto('notification_settings')
    .values({ user_id: userId, time_zone: config.region.timeZone, ...values })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(values))
    .execute();
}
