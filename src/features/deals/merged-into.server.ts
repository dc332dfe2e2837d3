import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { shownDeals } from './shown-deals.server.ts';

/** The deal that another one was merged into; undefined when there was none of this thread, or it is not shown either. */
export const mergedInto = ({ db }: Pick<Context, 'db'>, threadId: number): Promise<{ thread_id: number; title: string } | undefined> =>
  shownDeals(db)
    .innerJoin('merged_deals', 'merged_deals.into_thread_id', 'd.thread_id')
    .select(['d.thread_id', 'd.title'])
    .where('merged_deals.thread_id', '=', threadId)
    .executeTakeFirst();

/** A condition: whether the deal `d` has this thread id, or one that was merged into it had it. */
export const hasThreadId = (threadId: number) =>
  sql<boolean>`d.thread_id in (${threadId}, (select into_thread_id from merged_deals where thread_id = ${threadId}))`;
