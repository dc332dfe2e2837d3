import { sql } from 'kysely';
import { required } from '../../lib/required.ts';
import type { Db } from '../../server/db/database.ts';

/**
 * Has a batch pushed to each device that its member has now, once the transaction is through.
 * @returns the number of the batch
 */
export async function queuePush(
  transaction: Db,
  { userId, gathered = null }: { userId: number; gathered?: number | null },
): Promise<number> {
  const { rows } = await sql<{ batch: number }>`select nextval('push_batches') as batch`.execute(transaction);
  const { batch } = required(rows[0], 'the number of the batch');
  // Due from the beginning of time: the sender's clock may differ from the database's.
  await sql`
    insert into push_due (batch, subscription_id, user_id, gathered, due_at)
    select ${batch}, id, user_id, ${gathered}::int, ${new Date(0)} from push_subscriptions where user_id = ${userId}`.execute(transaction);
  return batch;
}
