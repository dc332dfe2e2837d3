import type { Db } from '../../server/db/database.ts';
import { deleteSessions } from '../session/sessions.server.ts';

/** Makes the cookies of all browsers that know the member worthless. */
async function revokeDevices(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('accounts')
    .set((eb) => ({ device_epoch: eb('device_epoch', '+', 1) }))
    .where('user_id', '=', userId)
    .execute();
}

/** Signs a member out everywhere, except the session that is kept; no browser is known to them any more. */
export async function endSessions(db: Db, userId: number, kept?: Buffer): Promise<void> {
  await revokeDevices(db, userId);
  await deleteSessions(db, userId, kept);
}
