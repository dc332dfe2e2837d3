import type { Db } from '../../server/db/database.ts';

/**
 * Locks a member's account until the transaction ends, so that decisions about it follow one another.
 * @returns undefined for members who were imported and have none
 */
export const lockAccount = (transaction: Db, userId: number) =>
  transaction.selectFrom('accounts').select(['role', 'suspended_until']).where('user_id', '=', userId).forUpdate().executeTakeFirst();
