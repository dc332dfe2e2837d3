import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Comments that go: those of a source, and all on certain deals. */
interface Going {
  source: string;
  threadIds: readonly number[];
}

/**
 * Deletes the comments of a source and all on certain deals, in a transaction. An answer to one that goes, on a deal that stays, stands by
 * itself from then on.
 * @returns the post ids of what went, and how many of them were of the source
 */
export async function deleteComments(transaction: Db, { source, threadIds }: Going): Promise<{ postIds: number[]; ofSource: number }> {
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
