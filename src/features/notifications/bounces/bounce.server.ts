import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';

/** Why mails to a member's address stopped. */
export interface Bounce {
  at: Date;
  /** The response of the mail server. */
  reason: string;
}

const LONGEST_REASON = 300;

/**
 * Stops mails to a member's address, because it was refused permanently. The site notifies the member of it once, however many mails
 * bounce afterwards.
 */
export async function noteBounce(
  transaction: Db,
  { userId, email, reason, timeZone }: { userId: number; email: string; reason: string; timeZone: string },
  now: Date,
): Promise<void> {
  const { rows } = await sql`
    insert into notification_settings as known (user_id, time_zone, bounced_at, bounced_email, bounce_reason)
    values (${userId}, ${timeZone}, ${now}, ${email}, ${reason.slice(0, LONGEST_REASON)})
    on conflict (user_id) do update
      set bounced_at = excluded.bounced_at, bounced_email = excluded.bounced_email, bounce_reason = excluded.bounce_reason
      where known.bounced_at is null or lower(known.bounced_email) is distinct from lower(excluded.bounced_email)
    returning user_id`.execute(transaction);
  if (rows.length === 0) return;
  const data = JSON.stringify({ email });
  await transaction.insertInto('notifications').values({ user_id: userId, kind: 'mails-stopped', data, created_at: now }).execute();
}

/** Why mails to an address of a member stopped; undefined when they did not, or it was another address. */
export async function bounceOf(db: Db, userId: number, email: string): Promise<Bounce | undefined> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['bounced_at', 'bounced_email', 'bounce_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row?.bounced_at || row.bounced_email?.toLowerCase() !== email.toLowerCase()) return undefined;
  return { at: row.bounced_at, reason: row.bounce_reason ?? '' };
}
