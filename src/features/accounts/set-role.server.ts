import type { Db } from '../../server/db/database.ts';
import type { Role } from '../../server/db/schema/accounts.ts';

/** Gives a member's account another role. */
export async function setRole(db: Db, userId: number, role: Role): Promise<void> {
  await db.updateTable('accounts').set({ role }).where('user_id', '=', userId).execute();
}
