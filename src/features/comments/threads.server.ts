import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';

/** A deal that can be commented on. */
export interface CommentedDeal {
  threadId: number;
  title: string;
  path: string;
}

/** Finds a thread by its id or by the post id of its deal; a merged one leads to the deal that it was merged into. */
export async function findThread(db: Db, id: number): Promise<CommentedDeal | undefined> {
  const shown = db.selectFrom('deals').select(['thread_id', 'title']).where('status', '<>', 'scheduled');
  const thread = sql<number>`coalesce((select into_thread_id from merged_deals where thread_id = ${id}), ${id})`;
  // Several queries: one that combines the ids with `or` would scan all deals, because no index serves it.
  const found =
    (await shown.where('thread_id', '=', thread).executeTakeFirst()) ?? (await shown.where('post_id', '=', id).executeTakeFirst());
  return found && { threadId: found.thread_id, title: found.title, path: dealPath({ threadId: found.thread_id, title: found.title }) };
}
