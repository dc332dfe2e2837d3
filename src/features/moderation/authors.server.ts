import type { Db } from '../../server/db/connect.ts';

/** Who wrote what was reported, and what moderators did to them before. */
export interface Author {
  userid: number;
  username: string;
  hasAccount: boolean;
  suspendedUntil: string | null;
  warnings: number;
  suspensions: number;
}

/** Reads members by id. */
export async function readAuthors(db: Db, ids: number[]): Promise<Map<number, Author>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('members as m')
    .leftJoin('accounts as a', 'a.user_id', 'm.user_id')
    .leftJoin('moderation_actions as done', (join) => join.onRef('done.user_id', '=', 'm.user_id').on('done.undone_at', 'is', null))
    .select(['m.user_id', 'm.username', 'a.user_id as account', 'a.suspended_until'])
    .select(({ fn }) => [
      fn.count<number>('done.id').filterWhere('done.action', '=', 'warn').as('warnings'),
      fn.count<number>('done.id').filterWhere('done.action', '=', 'suspend').as('suspensions'),
    ])
    .where('m.user_id', 'in', ids)
    .groupBy(['m.user_id', 'm.username', 'a.user_id', 'a.suspended_until'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.user_id,
      {
        ...{ userid: row.user_id, username: row.username, hasAccount: row.account !== null },
        ...{ suspendedUntil: row.suspended_until?.toISOString() ?? null, warnings: row.warnings, suspensions: row.suspensions },
      },
    ]),
  );
}
