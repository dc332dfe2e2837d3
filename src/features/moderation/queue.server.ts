import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { readAuthors, type Author } from './authors.server.ts';
import { readOpenReports, type OpenReports } from './open-reports.server.ts';
import { readPosts, type FoundPost } from './posts.server.ts';
import { shownOf } from './shown.server.ts';
import { waitingPosts } from './waiting.server.ts';
import type { NotNull } from 'kysely';

const POSTS_A_PAGE = 20;

/** A post of the queue. */
export interface QueuedPost extends Omit<FoundPost, 'authorId'>, OpenReports {
  postid: number;
  since: string;
  author: Author | null;
  /** The newest action of a moderator on it; what a form sends back, so that two do not act at once. */
  seen: number;
  /** What is shown of it (`shownOf`); what a form sends back, so that nobody keeps what they have not read. */
  shown: string;
}

export interface Queue {
  page: number;
  pages: number;
  total: number;
  posts: QueuedPost[];
}

/** Reads a page of the queue; undefined when it is past the end. */
export async function loadQueue({ db }: Context, query: URLSearchParams): Promise<Queue | undefined> {
  const bounds = pageBounds(query, POSTS_A_PAGE);
  if (!bounds) return undefined;
  const { posts: waiting, total } = await waitingPosts(db, POSTS_A_PAGE, bounds.offset);
  const pages = pageCount(total, POSTS_A_PAGE);
  if (bounds.page > pages) return undefined;
  const ids = waiting.map(({ postId }) => postId);
  // Read first: what changes meanwhile then counts as not shown.
  const shownDigests = await shownOf(db, ids);
  const posts = await readPosts(db, ids);
  const reports = await readOpenReports(db, ids);
  const seen = await newestActions(db, ids);
  const authors = await readAuthors(
    db,
    [...posts.values()].flatMap(({ authorId }) => authorId ?? []),
  );
  return {
    page: bounds.page,
    pages,
    total,
    posts: waiting.flatMap(({ postId, since }) => {
      const post = posts.get(postId);
      if (!post) return [];
      const { authorId, ...shown } = post;
      return {
        ...shown,
        postid: postId,
        since: since.toISOString(),
        seen: seen.get(postId) ?? 0,
        shown: shownDigests.get(postId) ?? '',
        author: (authorId !== null && authors.get(authorId)) || null,
        ...(reports.get(postId) ?? { reports: [], notes: [] }),
      };
    }),
  };
}

/** The newest action of a moderator on each of these posts. */
export async function newestActions(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('moderation_actions')
    .select(({ fn }) => ['post_id', fn.max('id').as('newest')])
    .where('post_id', 'in', ids)
    .where('moderator_id', 'is not', null)
    .groupBy('post_id')
    .$narrowType<{ post_id: NotNull }>()
    .execute();
  return new Map(rows.map((row) => [row.post_id, row.newest]));
}
