import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Which comments: those of a source, if any, and all on certain deals. */
interface Selection {
  source?: string | undefined;
  threadIds: readonly number[];
}

/**
 * Deletes the comments of a source and all on certain deals, in a transaction. Replies to deleted comments, on deals that stay, become
 * top-level comments.
 * @returns the post ids of the deleted comments, and how many of them were of the source
 */
export async function deleteComments(
  transaction: Db,
  { source = '', threadIds }: Selection,
): Promise<{ postIds: number[]; ofSource: number }> {
  const goes = (alias: string) => {
    const of = sql.ref(`${alias}.source`);
    return sql<boolean>`(${of} = ${source} or ${sql.ref(`${alias}.thread_id`)} = any(${threadIds}::bigint[]))`;
  };
  await sql`
    update comments as answer set parent_id = null from comments as asked
    where asked.post_id = answer.parent_id and ${goes('asked')} and not ${goes('answer')}`.execute(transaction);
  const { rows } = await sql<{ id: number; mine: boolean }>`
    delete from comments as c where ${goes('c')} returning c.post_id as id, c.source = ${source} as mine`.execute(transaction);
  return { postIds: rows.map(({ id }) => id), ofSource: rows.filter(({ mine }) => mine).length };
}

/**
 * Deletes comments, in a transaction, except those that members have voted on or replied to, and the parents of these.
 * @returns the ids of the deleted ones
 */
export async function deleteCommentsById(transaction: Db, postIds: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive kept as (
      (select post_id, parent_id from comments as c
        where post_id = any(${postIds}::bigint[]) and exists (select from votes where votes.post_id = c.post_id)
      union
      select asked.post_id, asked.parent_id from comments as answer join comments as asked on asked.post_id = answer.parent_id
      where answer.parent_id = any(${postIds}::bigint[]) and answer.post_id <> all(${postIds}::bigint[]))
      union
      select asked.post_id, asked.parent_id from kept join comments as asked on asked.post_id = kept.parent_id)
    delete from comments where post_id = any(${postIds}::bigint[]) and post_id not in (select post_id from kept)
    returning post_id as id`.execute(transaction);
  return rows.map(({ id }) => id);
}
