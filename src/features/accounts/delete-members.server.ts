import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Deletes the members of a source as `deleteMembers` does, in a transaction. @returns how many went */
export const deleteMembersOf = async (transaction: Db, source: string): Promise<number> =>
  (await deleteWhere(transaction, sql`m.source = ${source}`)).length;

/** Deletes members, in a transaction, but those who have an account here, or who posted a deal or wrote a comment that is left. @returns the ids of those that went */
export const deleteMembers = (transaction: Db, ids: number[]): Promise<number[]> =>
  deleteWhere(transaction, sql`m.user_id = any(${ids}::int[])`);

async function deleteWhere(transaction: Db, condition: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from members as m where ${condition}
      and not exists (select from accounts where user_id = m.user_id)
      and not exists (select from deals where posted_by = m.user_id)
      and not exists (select from comments where user_id = m.user_id)
    returning user_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}
