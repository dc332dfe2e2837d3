import type { Db } from '../../server/db/database.ts';

/**
 * Settles deliveries that were waiting when the backup was made, in the transaction that restores it: they may have been sent since, and
 * nothing is sent twice. The notifications remain in the delivery log and on the site.
 */
export async function settleRestored(transaction: Db, now: Date): Promise<void> {
  await transaction
    .updateTable('deliveries')
    .set({ state: 'skipped', reason: 'the site was restored from a backup', settled_at: now })
    .where('state', 'in', ['waiting', 'held', 'sending'])
    .execute();
}
