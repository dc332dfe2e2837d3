import { sql } from 'kysely';
import type { Channel, Frequency } from '../../lib/alert-delivery.ts';
import type { Db } from '../../server/db/database.ts';
import { analyzeGrown } from '../../server/db/vacuum.ts';

/** A notification by a channel. */
interface NewDelivery {
  notificationId: number;
  channel: Channel;
  userId: number;
  frequency: Frequency;
}

/** Stores the deliveries of notifications, in the transaction that stored the notifications; there may be many. */
export async function storeDeliveries(transaction: Db, deliveries: NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  await analyzeGrown(transaction, 'notifications', deliveries.length);
  await sql`
    insert into deliveries (notification_id, channel, user_id, frequency, due_at)
    select "notificationId", channel, "userId", frequency, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(deliveries)}::json)
      as given ("notificationId" bigint, channel text, "userId" int, frequency text)`.execute(transaction);
}
