import { readId } from '../../lib/exact-params.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import type { PostKind } from './report.ts';

/** A post that somebody wants to report, as the plain page names it. */
export interface ReportedPost {
  postid: number;
  kind: PostKind;
  isExpired: boolean;
  dealTitle: string;
  /** Who wrote it, where that is a member. */
  username: string | null;
  path: string;
}

/** Reads what `/account/report?postid=…` is about; undefined when nothing shows it. */
export async function readReported(db: Db, postid: string | null): Promise<ReportedPost | undefined> {
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
