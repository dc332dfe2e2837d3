import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * What a member was told of a deal is looked for whenever something is to be sent of it, and was looked for among all that the member was told.
 * The index of deals finds it, too, once members stand in it.
 */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`create index notifications_deal on notifications (thread_id, user_id)`.execute(db);
  await sql`drop index notifications_thread`.execute(db);
}
