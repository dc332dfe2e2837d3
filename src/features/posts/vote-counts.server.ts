import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { setVoteCounts } from '../catalogue/deal-counts.server.ts';
import { visibleComments } from './visible-comments.server.ts';

/** Votes for and against. */
interface VoteCounts {
  up: number;
  down: number;
}

/** A locked post and its votes. */
interface CountedPost extends VoteCounts {
  kind: 'deal' | 'comment';
  postId: number;
  threadId: number;
  postedAt: Date;
  /** When a deal began by its date; null for one without, and for comments. */
  startsAt: Date | null;
}

/** The changes of the two counts. */
export interface VoteChange extends VoteCounts {
  postId: number;
}

/**
 * Locks a post that everybody may see until the transaction ends, to be voted on; of a deal that was merged into another one, that other deal.
 * @returns undefined when there is none
 */
export async function lockVisiblePost(transaction: Db, kind: CountedPost['kind'], postId: number): Promise<CountedPost | undefined> {
  const row =
    kind === 'deal'
      ? ((await lockShownDeal(transaction, sql`${postId}`)) ?? (await lockShownDeal(transaction, postMergedInto(postId))))
      : await visibleComments(transaction)
          .select((eb) => ['c.post_id', 'c.thread_id', 'c.votes_up', 'c.votes_down', 'c.posted_at', eb.lit(null).as('starts_at')])
          .where('c.post_id', '=', postId)
          .forNoKeyUpdate()
          .executeTakeFirst();
  return row && { ...toCounted(row, kind), startsAt: row.starts_at };
}

const lockShownDeal = (transaction: Db, postId: RawBuilder<unknown>) =>
  transaction
    .selectFrom('deals')
    .select(['post_id', 'thread_id', 'votes_up', 'votes_down', 'posted_at', 'starts_at'])
    .where(sql<boolean>`post_id = ${postId}`)
    .where('status', '<>', 'scheduled')
    .forNoKeyUpdate()
    .executeTakeFirst();

const postMergedInto = (postId: number) =>
  sql`(select d.post_id from merged_deals as m join deals as d on d.thread_id = m.into_thread_id where m.post_id = ${postId})`;

/** Locks posts until the transaction ends, in the order of their ids, to avoid deadlocks. */
export async function lockPosts(transaction: Db, postIds: number[]): Promise<Map<number, CountedPost>> {
  if (postIds.length === 0) return new Map();
  const lock = (table: 'deals' | 'comments') =>
    transaction
      .selectFrom(table)
      .select(['post_id', 'thread_id', 'votes_up', 'votes_down', 'posted_at'])
      .where(sql<boolean>`post_id = any(${postIds}::bigint[])`)
      .orderBy('post_id')
      .forNoKeyUpdate()
      .execute();
  const deals = (await lock('deals')).map((row) => toCounted(row, 'deal'));
  const comments = (await lock('comments')).map((row) => toCounted(row, 'comment'));
  return new Map([...deals, ...comments].map((post) => [post.postId, post]));
}

interface CountedRow {
  post_id: number;
  thread_id: number;
  votes_up: number;
  votes_down: number;
  posted_at: Date;
}

const toCounted = (row: CountedRow, kind: CountedPost['kind']): CountedPost => ({
  kind,
  postId: row.post_id,
  threadId: row.thread_id,
  postedAt: row.posted_at,
  startsAt: null,
  up: row.votes_up,
  down: row.votes_down,
});

/** More rows at once would be noted as a change of everything (migration 0002). */
const POSTS_AT_ONCE = 200;

/**
 * Counts votes that were cast or removed, on posts that the transaction has locked; the rank of deals is updated.
 * @param posts as `lockVisiblePost` or `lockPosts` gave them
 */
export async function applyVotes(transaction: Db, posts: Map<number, CountedPost>, changes: VoteChange[], now: Date): Promise<void> {
  const counted = changes.flatMap(({ postId, up, down }) => {
    const post = posts.get(postId);
    return post ? [{ ...post, up: Math.max(0, post.up + up), down: Math.max(0, post.down + down) }] : [];
  });
  const [deals, comments] = [counted.filter(({ kind }) => kind === 'deal'), counted.filter(({ kind }) => kind === 'comment')];
  for (let from = 0; from < deals.length; from += POSTS_AT_ONCE) {
    const some = deals.slice(from, from + POSTS_AT_ONCE);
    await setVoteCounts(transaction, some, now);
  }
  for (let from = 0; from < comments.length; from += POSTS_AT_ONCE) {
    const some = comments.slice(from, from + POSTS_AT_ONCE);
    await sql`
      update comments set votes_up = counted.up, votes_down = counted.down
      from unnest(${some.map(({ postId }) => postId)}::bigint[], ${some.map(({ up }) => up)}::int[], ${some.map(({ down }) => down)}::int[])
        as counted (id, up, down)
      where comments.post_id = counted.id`.execute(transaction);
  }
}
