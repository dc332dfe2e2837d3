import type { Db } from '../../../server/db/database.ts';

/** Why mails to a member's address stopped. */
export interface Bounce {
  at: Date;
  /** The response of the mail server. */
  reason: string;
}

const LONGEST_REASON = 300;

/** Stops mails to a member's address: it was refused for good. */
export async function noteBounce(
  transaction: Db,
  { userId, email, reason, timeZone }: { userId: number; email: string; reason: string; timeZone: string },
  now: Date,
): Promise<void> {
  const bounce = { bounced_at: now, bounced_email: email, bounce_reason: reason.slice(0, LONGEST_REASON) };
  await transaction
    .insertInto('notification_settings')
    .values({ user_id: userId, time_zone: timeZone, ...bounce })
    .onConflict((oc) => oc.column('user_id').doUpdateSet(bounce))
    .execute();
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
