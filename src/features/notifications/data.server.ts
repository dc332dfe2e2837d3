import type { Db } from '../../server/db/database.ts';

/** What the account's download has of a member's notifications, and how they want to be notified. */
export async function notificationData(db: Db, userId: number): Promise<object> {
  return {
    told: await db
      .selectFrom('notifications')
      .select(['id', 'kind', 'thread_id', 'post_id', 'price_cents', 'data', 'created_at', 'read_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute(),
    deliveries: await db
      .selectFrom('deliveries')
      .select(['notification_id', 'channel', 'state', 'reason', 'due_at', 'settled_at'])
      .where('user_id', '=', userId)
      .orderBy('notification_id')
      .orderBy('channel')
      .execute(),
    delivery: await db
      .selectFrom('notification_settings')
      .select([
        'time_zone',
        'digest_hour',
        'digest_day',
        'quiet_from',
        'quiet_until',
        'most_a_day',
        'bounced_at',
        'bounced_email',
        'bounce_reason',
        'unsubscribed_at',
      ])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
    choices: await db.selectFrom('notification_choices').select(['kind', 'channels']).where('user_id', '=', userId).execute(),
    devices: await db.selectFrom('push_subscriptions').select(['device', 'created_at']).where('user_id', '=', userId).execute(),
    mutedDeals: await db.selectFrom('muted_threads').select(['thread_id', 'muted_at']).where('user_id', '=', userId).execute(),
    mutedMembers: await db.selectFrom('muted_members').select(['muted_id', 'muted_at']).where('user_id', '=', userId).execute(),
  };
}
