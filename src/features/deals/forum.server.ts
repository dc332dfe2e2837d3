import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';

/** A forum as the search box selects it (spec §3, Forum selection); undefined when `id` names none. */
export async function forumLabel(db: Db, id: string): Promise<{ label: string; value: number } | undefined> {
  const row = await db
    .selectFrom('forums')
    .select(['id', 'title'])
    .where(sql`id::text`, '=', id)
    .executeTakeFirst();
  return row && { label: row.title, value: row.id };
}
