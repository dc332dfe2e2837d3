import type { Db } from '../../server/db/database.ts';

/** A member's alert as the link that ends it shows it. */
export interface EndableAlert {
  title: string;
  isPaused: boolean;
}

/** A member's alert; undefined when it was deleted. */
export async function endableAlert(db: Db, alertId: number, userId: number): Promise<EndableAlert | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select(['title', 'paused_at'])
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { title: row.title, isPaused: row.paused_at !== null };
}

/** Pauses a member's alert. */
export async function pauseAlert(db: Db, alertId: number, userId: number, now: Date): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ paused_at: now })
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .execute();
}

/** Has a paused alert look for deals again, from now on. */
export async function resumeAlert(db: Db, alertId: number, userId: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set((eb) => ({ paused_at: null, since: eb.fn<Date>('clock_timestamp') }))
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .where('paused_at', 'is not', null)
    .execute();
}
