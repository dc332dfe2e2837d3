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
  const found = await db
    .selectFrom('deals')
    .select(['thread_id', 'title'])
    .where('status', '<>', 'scheduled')
    .where((eb) =>
      eb.or([
        eb('thread_id', '=', id),
        eb('post_id', '=', id),
        eb('thread_id', 'in', eb.selectFrom('merged_deals').select('into_thread_id').where('thread_id', '=', id)),
      ]),
    )
    .executeTakeFirst();
  return found && { threadId: found.thread_id, title: found.title, path: dealPath({ threadId: found.thread_id, title: found.title }) };
}
