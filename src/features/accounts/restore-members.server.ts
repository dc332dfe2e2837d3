import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { restorable, type Restorable, rowsOf } from '../../server/db/row-fields.ts';

const MEMBERS = restorable(rowsOf('members', 'user_id'));

/** Members whose fields can be put back, also names that they had from one another; a name that somebody else has now is not theirs any more. */
export const MEMBER_ROWS: Restorable = {
  ...MEMBERS,
  async write(db, rows) {
    const named = rows.flatMap(({ id, fields }) => (typeof fields['username'] === 'string' ? [{ id, name: fields['username'] }] : []));
    await sql`update members set username = '~' || user_id where user_id = any(${named.map(({ id }) => id)}::int[])`.execute(db);
    await MEMBERS.write(db, rows);
  },
};

/** The names, of these, that belong to other members than those who are to get them. */
export async function takenNames(db: Db, names: string[], getting: number[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from members
    where lower(username) = any(${names.map((name) => name.toLowerCase())}::text[]) and user_id <> all(${getting}::int[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
