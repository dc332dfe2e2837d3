import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { acquireEditingLock } from '../catalogue/editing-lock.server.ts';

/**
 * Does an editor's work in one transaction, while no other command edits this database.
 * @param dryRun does everything and takes it back
 */
export async function inEditing<Result>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  work: (transaction: Db, now: Date) => Promise<Result>,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<Result> {
  const now = clock();
  const transaction = await db.startTransaction().execute();
  try {
    await acquireEditingLock(transaction);
    const result = await work(transaction, now);
    if (!dryRun) await transaction.commit().execute();
    return result;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
}
