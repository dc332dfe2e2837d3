import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Moves notifications about a deal to another one, in a transaction: a member is not notified of that one at a price they know
 * already, and who muted the first has muted the other.
 */
export async function moveNotifications(transaction: Db, fromThreadId: number, intoThreadId: number): Promise<void> {
  await transaction.updateTable('notifications').set({ thread_id: intoThreadId }).where('thread_id', '=', fromThreadId).execute();
  await sql`
    insert into announced_prices (user_id, thread_id, price_cents, announced_at)
    select user_id, ${intoThreadId}, price_cents, announced_at from announced_prices where thread_id = ${fromThreadId}
    on conflict do nothing`.execute(transaction);
  await transaction.deleteFrom('announced_prices').where('thread_id', '=', fromThreadId).execute();
  await sql`
    insert into muted_threads (user_id, thread_id, muted_at)
    select user_id, ${intoThreadId}, muted_at from muted_threads where thread_id = ${fromThreadId}
    on conflict do nothing`.execute(transaction);
  await transaction.deleteFrom('muted_threads').where('thread_id', '=', fromThreadId).execute();
}
