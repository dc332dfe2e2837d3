import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { beginTransaction } from '../../server/db/begin-transaction.ts';
import { allowConcurrentReads } from '../../server/db/concurrent-reads.ts';
import { acquireEditingLock } from '../catalogue/editing-lock.server.ts';

/**
 * Does an editor's work in one transaction, while no other command edits this database.
 * @param dryRun does everything and takes it back
 * @param long the work is in many short statements: pages are read between them (decision 061)
 * @param signal ends it and takes it back, until it is final
 * @param waiting ends the waiting for other commands alone
 */
export async function editingTransaction<Result>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  work: (transaction: Db, now: Date) => Promise<Result>,
  {
    dryRun = false,
    long = false,
    signal,
    waiting = signal,
  }: { dryRun?: boolean; long?: boolean; signal?: AbortSignal | undefined; waiting?: AbortSignal | undefined } = {},
): Promise<Result> {
  const transaction = await beginTransaction(db, waiting);
  try {
    await acquireEditingLock(transaction, waiting);
    // Read only now: an import may have kept this waiting for minutes.
    const now = clock();
    // A dry run must not become visible to others.
    if (long && !dryRun) await allowConcurrentReads(transaction);
    const result = await work(transaction, now);
    signal?.throwIfAborted();
    if (!dryRun) await transaction.commit().execute();
    return result;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
}
