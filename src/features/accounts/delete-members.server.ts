import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Deletes the members of a source, in a transaction: those who have no account here, and who posted no deal and wrote no comment that is left.
 * @returns how many went
 */
export async function deleteMembersOf(transaction: Db, source: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from members as m where m.source = ${source}
      and not exists (select from accounts where user_id = m.user_id)
      and not exists (select from deals where posted_by = m.user_id)
      and not exists (select from comments where user_id = m.user_id)`.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Deletes members, in a transaction, but those who have an account here, or who posted a deal or wrote a comment that is left. @returns the ids of those that went */
export async function deleteMembers(transaction: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from members as m where m.user_id = any(${ids}::int[])
      and not exists (select from accounts where user_id = m.user_id)
      and not exists (select from deals where posted_by = m.user_id)
      and not exists (select from comments where user_id = m.user_id)
    returning user_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}
