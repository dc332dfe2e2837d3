import type { Db } from '../../server/db/database.ts';

/** A member's alert as the link that ends it shows it. */
interface OwnAlert {
  title: string;
  isPaused: boolean;
}

/** A member's alert; undefined when it was deleted. */
export async function findOwnAlert(db: Db, alertId: number, userId: number): Promise<OwnAlert | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select(['title', 'paused_at'])
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { title: row.title, isPaused: row.paused_at !== null };
}
