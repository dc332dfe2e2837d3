import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** A digest of what the queue shows of each post that may change while a moderator looks at it: its newest open report, and the text of a comment. */
export async function shownOf(db: Db, postIds: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ post_id: number; shown: string }>`
    select post_id, md5(concat_ws(' ',
      (select max(id) from reports where reports.post_id = posts.post_id and resolved_at is null),
      (select body from comments where comments.post_id = posts.post_id))) as shown
    from unnest(${postIds}::bigint[]) as posts (post_id)`.execute(db);
  return new Map(rows.map(({ post_id: postId, shown }) => [postId, shown]));
}
