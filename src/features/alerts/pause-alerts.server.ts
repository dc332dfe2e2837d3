import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';

/** Pauses a member's own alerts. @returns how many there are */
export async function pauseAlerts(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  alertIds: number[] | 'all',
): Promise<number> {
  const now = clock();
  const { numUpdatedRows } = await updateAlerts(db, userId, alertIds)
    .set((eb) => ({ paused_at: eb.fn.coalesce('paused_at', eb.val(now)) }))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Resumes a member's own alerts; what happened while they were paused does not count. @returns how many there are */
export async function resumeAlerts({ db }: Pick<Context, 'db'>, userId: number, alertIds: number[] | 'all'): Promise<number> {
  const { numUpdatedRows } = await updateAlerts(db, userId, alertIds)
    .set((eb) => ({
      paused_at: null,
      since: eb.case().when('paused_at', 'is', null).then(eb.ref('since')).else(eb.fn<Date>('clock_timestamp')).end(),
    }))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

const updateAlerts = (db: Db, userId: number, alertIds: number[] | 'all') =>
  db
    .updateTable('alerts')
    .where('user_id', '=', userId)
    .$call((query) => (alertIds === 'all' ? query : query.where('alert_id', 'in', alertIds)));
