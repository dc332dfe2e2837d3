import type { Db } from '../../server/db/database.ts';

/**
 * Has changes of what one member has wait for each other, so that each counts those before; posts are locked before it, accounts after
 * (decision 106).
 * @returns whether there is such a member
 */
export const lockMember = async (transaction: Db, userId: number): Promise<boolean> =>
  (await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()) !==
  undefined;
