import { readId } from '../../lib/exact-params.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from './deal.ts';

/** A deal or a comment that a plain form is about, as its page names it. */
export interface FoundPost {
  postid: number;
  kind: 'deal' | 'comment';
  isExpired: boolean;
  dealTitle: string;
  /** Who wrote it, where that is a member. */
  username: string | null;
  path: string;
}

/** Finds the post that the parameter `postid` of a page is about; undefined when nothing shows it. */
export async function findPost(db: Db, postid: string | null): Promise<FoundPost | undefined> {
  const id = readId(postid ?? '');
  if (id === undefined) return undefined;
  const deal = await db
    .selectFrom('deals as d')
    .leftJoin('members as m', 'm.user_id', 'd.posted_by')
    .select(['d.thread_id', 'd.title', 'd.status', 'm.username'])
    .where('d.post_id', '=', id)
    .where('d.status', '<>', 'scheduled')
    .executeTakeFirst();
  if (deal)
    return {
      postid: id,
      kind: 'deal',
      isExpired: deal.status === 'expired',
      dealTitle: deal.title,
      username: deal.username,
      path: dealPath({ threadId: deal.thread_id, title: deal.title }),
    };
  const comment = await db
    .selectFrom('comments as c')
    .innerJoin('deals as d', 'd.thread_id', 'c.thread_id')
    .leftJoin('members as m', 'm.user_id', 'c.user_id')
    .select(['d.thread_id', 'd.title', 'm.username'])
    .where('c.post_id', '=', id)
    .where('c.status', '<>', 'deleted')
    .where('d.status', '<>', 'scheduled')
    .executeTakeFirst();
  return (
    comment && {
      postid: id,
      kind: 'comment',
      isExpired: false,
      dealTitle: comment.title,
      username: comment.username,
      path: `${dealPath({ threadId: comment.thread_id, title: comment.title })}#post${id}`,
    }
  );
}
