import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Range } from '../../server/db/staging.ts';
import { stagedRows, upsert, type Target, type Upserted } from '../../server/db/upsert.ts';

const MEMBERS: Target = {
  table: 'members',
  id: 'user_id',
  key: ['source', 'source_id'],
  columns: ['username', 'joined_at'],
};

/** Saves staged members. */
export function upsertMembers(db: Db, range: Range): Promise<Upserted<{ id: number }>> {
  return upsert(db, MEMBERS, sql`select s.* from ${stagedRows('member', range, sql`username text, joined_at timestamptz`)} as s`);
}

/** Frees names that an import moves from one member to another: names have to be unique at every moment. */
export async function vacateNames(db: Db): Promise<void> {
  await sql`
    update members set username = '~' || user_id
    from staged as own
    where own.type = 'member' and own.source = members.source and own.source_id = members.source_id
      and lower(own.data->>'username') <> lower(members.username)
      and lower(members.username) in (select lower(data->>'username') from staged where type = 'member')`.execute(db);
}

/** Threads that show one of these members, as poster or in a comment. */
export async function threadsOfMembers(db: Db, members: number[]): Promise<number[]> {
  if (members.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select thread_id as id from deals where posted_by = any(${members})
    union select thread_id from comments where user_id = any(${members})`.execute(db);
  return rows.map(({ id }) => id);
}
