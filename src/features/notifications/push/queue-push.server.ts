import { sql } from 'kysely';
import { required } from '../../../lib/required.ts';
import type { Db } from '../../../server/db/database.ts';

/**
 * Queues batches for each device that their members have now, to be pushed after the transaction commits.
 * @returns the numbers of the batches, in their order
 */
export async function queuePushes(transaction: Db, batches: { userId: number; gathered?: number }[]): Promise<number[]> {
  const { rows } = await sql<{ batch: number }>`
    select nextval('push_batches') as batch from generate_series(1, ${batches.length}::int)`.execute(transaction);
  const given = batches.map((each, index) => ({ ...each, batch: required(rows[index], 'the number of the batch').batch }));
  // Due from the beginning of time: the sender's clock may differ from the database's.
  await sql`
    insert into push_due (batch, subscription_id, user_id, gathered, due_at)
    select batch, id, user_id, gathered, ${new Date(0)}
    from json_to_recordset(${JSON.stringify(given)}::json) as given (batch bigint, "userId" int, gathered int)
    join push_subscriptions on user_id = "userId"`.execute(transaction);
  return given.map(({ batch }) => batch);
}
