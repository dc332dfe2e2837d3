import type { Db } from '../../server/db/database.ts';

/** Moves the comments on one deal to another, in a transaction; they keep their ids, so links to them go on working. @returns how many */
export async function moveComments(transaction: Db, fromThreadId: number, intoThreadId: number): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('comments')
    .set({ thread_id: intoThreadId })
    .where('thread_id', '=', fromThreadId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
