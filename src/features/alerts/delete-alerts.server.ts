import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { lockMember } from '../session/lock-member.server.ts';
import { dropUnusedCriteria } from './store-criteria.server.ts';

/** Deletes a member's own alerts. @returns how many there were */
export const deleteAlerts = ({ db }: Pick<Context, 'db'>, userId: number, alertIds: number[] | 'all'): Promise<number> =>
  db.transaction().execute((transaction) => removeAlerts(transaction, userId, alertIds));

/** As `deleteAlerts`, in a transaction of the caller's: of a member who goes, too. */
export async function removeAlerts(transaction: Db, userId: number, alertIds: number[] | 'all'): Promise<number> {
  await lockMember(transaction, userId);
  const gone = await transaction
    .deleteFrom('alerts')
    .where('user_id', '=', userId)
    .$call((query) => (alertIds === 'all' ? query : query.where('alert_id', 'in', alertIds)))
    .returning('criteria')
    .execute();
  await dropUnusedCriteria(transaction, [...new Set(gone.map(({ criteria }) => criteria))]);
  return gone.length;
}
