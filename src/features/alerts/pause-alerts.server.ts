import type { Context } from '../../server/context.ts';

/** Pauses a member's own alerts, or resumes them; what happened while they were paused does not count. @returns how many there are */
export async function setPaused(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  alertIds: number[] | 'all',
  paused: boolean,
): Promise<number> {
  const now = clock();
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set((eb) =>
      paused
        ? { paused_at: eb.fn.coalesce('paused_at', eb.val(now)) }
        : {
            paused_at: null,
            since: eb.case().when('paused_at', 'is', null).then(eb.ref('since')).else(eb.fn<Date>('clock_timestamp')).end(),
          },
    )
    .where('user_id', '=', userId)
    .$call((query) => (alertIds === 'all' ? query : query.where('alert_id', 'in', alertIds)))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
