import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { mayModerate } from '../../lib/roles.ts';

/** The author of a reported post, with moderators' earlier actions on them, including on an account that they deleted. */
export interface Author {
  userid: number;
  username: string;
  hasAccount: boolean;
  isModerator: boolean;
  /** When an account of their address was deleted, as long as that is remembered. */
  deletedBefore: string | null;
  suspendedUntil: string | null;
  warnings: number;
  suspensions: number;
}

/** When the last account was deleted that had the address of a member (`m`) before. */
export const deletedBefore = sql<Date | null>`(select max(deleted_at) from former_accounts where now_user_id = m.user_id)`;

/** Reads one member by id; null for none. */
export const readAuthor = async (db: Db, id: number | null): Promise<Author | null> =>
  id === null ? null : ((await readAuthors(db, [id])).get(id) ?? null);

/** Reads members by id. */
export async function readAuthors(db: Db, ids: number[]): Promise<Map<number, Author>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('accounts as a', 'a.user_id', 'm.user_id')
    .leftJoin('moderation_actions as done', (join) =>
      join
        .on(sql<boolean>`done.user_id = any(array(select user_id from former_accounts where now_user_id = m.user_id) || m.user_id)`)
        .on('done.undone_at', 'is', null),
    )
    .select(['m.user_id', 'm.username', 'a.user_id as account', 'a.role', 'a.suspended_until', deletedBefore.as('deleted_before')])
    .select(({ fn }) => [
      fn.count<number>('done.id').filterWhere('done.action', '=', 'warn').as('warnings'),
      fn.count<number>('done.id').filterWhere('done.action', '=', 'suspend').as('suspensions'),
    ])
    .where('m.user_id', 'in', ids)
    .groupBy(['m.user_id', 'm.username', 'a.user_id', 'a.role', 'a.suspended_until'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        userid: row.user_id,
        username: row.username,
        hasAccount: row.account !== null,
        isModerator: mayModerate(row.role),
        deletedBefore: row.deleted_before?.toISOString() ?? null,
        suspendedUntil: row.suspended_until?.toISOString() ?? null,
        warnings: row.warnings,
        suspensions: row.suspensions,
      },
    ]),
  );
}
