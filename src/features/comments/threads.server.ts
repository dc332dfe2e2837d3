import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';

/** A deal as something to comment on. */
export interface ThreadOf {
  threadId: number;
  title: string;
  path: string;
}

/** The thread with this id, or of the deal that is this post; one that was merged is where it was merged into. */
export async function threadNamed(db: Db, id: number): Promise<ThreadOf | undefined> {
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
