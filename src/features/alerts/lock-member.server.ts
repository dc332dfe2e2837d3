import type { Db } from '../../server/db/database.ts';

/** Changes of a member's alerts wait for each other here. @returns whether there is such a member */
export const lockMember = async (transaction: Db, userId: number): Promise<boolean> =>
  (await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst()) !==
  undefined;
