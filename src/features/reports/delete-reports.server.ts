import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Deletes all reports on posts that go, in the transaction that deletes them. What moderators did stays in their log. */
export async function deleteReports(transaction: Db, postIds: readonly number[]): Promise<void> {
  await sql`delete from reports where post_id = any(${postIds}::bigint[])`.execute(transaction);
}
