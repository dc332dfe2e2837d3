import { acquireLock } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import type { Role } from '../../lib/roles.ts';

/** Whether anybody administers the site. */
export const hasAdministrator = async (db: Db): Promise<boolean> => (await administrators(db)).length > 0;

/**
 * Makes a member the first administrator, in a transaction.
 * @returns false when there is an administrator already, so that nothing was changed
 */
export async function becomeFirstAdministrator(transaction: Db, userId: number): Promise<boolean> {
  await acquireLock(transaction, 'roles');
  if (await hasAdministrator(transaction)) return false;
  await setRole(transaction, userId, 'administrator');
  return true;
}

/**
 * Gives a member's account another role, in a transaction.
 * @returns false when it is the only administrator's, which stays one: nobody could make another in the browser
 */
export async function changeRole(transaction: Db, userId: number, role: Role): Promise<boolean> {
  if (role !== 'administrator' && (await checkLastAdministrator(transaction, userId))) return false;
  await setRole(transaction, userId, role);
  return true;
}

/** Locks the roles until the transaction ends. @returns whether a member is the only administrator */
export async function checkLastAdministrator(transaction: Db, userId: number): Promise<boolean> {
  await acquireLock(transaction, 'roles');
  const [first, ...others] = await administrators(transaction);
  return first === userId && others.length === 0;
}

/** Reads at most two administrators: callers ask only whether there are none, one or more. */
async function administrators(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('accounts').select('user_id').where('role', '=', 'administrator').orderBy('user_id').limit(2).execute();
  return rows.map((row) => row.user_id);
}

const setRole = (transaction: Db, userId: number, role: Role) =>
  transaction.updateTable('accounts').set({ role }).where('user_id', '=', userId).execute();
