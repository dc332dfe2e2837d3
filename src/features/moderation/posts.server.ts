import type { Db } from '../../server/db/database.ts';
import { MENTIONED } from '../comments/mentions.server.ts';
import { toHtml } from '../comments/markup.server.ts';
import { dealPath, POSTED_HERE } from '../deals/deal.ts';
import type { PostKind } from '../reports/report.ts';

/** A post as moderators see it. */
export interface FoundPost {
  kind: PostKind;
  path: string;
  dealTitle: string;
  /** Text of a comment; null for a deal. */
  bodyHtml: string | null;
  status: string;
  authorId: number | null;
  /** False of a deal that an import or an editor added. */
  isPostedHere: boolean;
}

/** Reads deals and comments by their post ids. */
export async function readPosts(db: Db, ids: number[]): Promise<Map<number, FoundPost>> {
  if (ids.length === 0) return new Map();
  const deals = await db
    .selectFrom('deals')
    .select(['post_id', 'thread_id', 'title', 'status', 'posted_by', 'source'])
    .where('post_id', 'in', ids)
    .execute();
  const comments = await db
    .selectFrom('comments as c')
    .innerJoin('deals as d', 'd.thread_id', 'c.thread_id')
    .select(['c.post_id', 'c.body', 'c.status', 'c.user_id', 'd.thread_id', 'd.title', MENTIONED])
    .where('c.post_id', 'in', ids)
    .execute();
  const pathOf = (row: { thread_id: number; title: string }) => dealPath({ threadId: row.thread_id, title: row.title });
  return new Map<number, FoundPost>([
    ...deals.map((row): [number, FoundPost] => [
      row.post_id,
      {
        kind: 'deal',
        path: pathOf(row),
        dealTitle: row.title,
        bodyHtml: null,
        status: row.status,
        authorId: row.posted_by,
        isPostedHere: row.source === POSTED_HERE,
      },
    ]),
    ...comments.map((row): [number, FoundPost] => [
      row.post_id,
      {
        kind: 'comment',
        path: `${pathOf(row)}#post${row.post_id}`,
        dealTitle: row.title,
        bodyHtml: toHtml(row.body, row.mentioned),
        status: row.status,
        authorId: row.user_id,
        isPostedHere: true,
      },
    ]),
  ]);
}
