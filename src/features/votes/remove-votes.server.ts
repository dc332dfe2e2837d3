import type { Db } from '../../server/db/connect.ts';
import { hotRank } from '../deals/deal.ts';

/** A member's vote that was removed. Where it came from is not kept beyond the vote itself. */
export interface RemovedVote {
  postId: number;
  vote: 1 | -1;
  castAt: string;
}

interface Counts {
  up: number;
  down: number;
}

interface CountedPost extends Counts {
  isDeal: boolean;
  postedAt: Date;
}

/**
 * Removes the votes of members on posts, in a transaction, and counts the posts anew.
 * @returns what was removed, by member
 */
export async function removeVotes(transaction: Db, userIds: number[], postIds: number[], now: Date): Promise<Map<number, RemovedVote[]>> {
  const posts = await lockPosts(transaction, postIds);
  if (posts.size === 0 || userIds.length === 0) return new Map();
  const rows = await transaction
    .deleteFrom('votes')
    .where('user_id', 'in', userIds)
    .where('post_id', 'in', [...posts.keys()])
    .returningAll()
    .execute();
  await recount(transaction, posts, rows, -1, now);
  const votes = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...votes].map(([userId, removed]) => [userId, removed.map(toRemoved)]));
}

/**
 * Puts a member's votes back, in a transaction, where the member has not voted anew and the post is still there.
 * @returns how many count again
 */
export async function putBackVotes(transaction: Db, userId: number, votes: RemovedVote[], now: Date): Promise<number> {
  const posts = await lockPosts(
    transaction,
    votes.map(({ postId }) => postId),
  );
  const member = await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  const values = votes
    .filter(({ postId }) => member && posts.has(postId))
    .map(({ postId, vote, castAt }) => ({ user_id: userId, post_id: postId, vote, cast_at: castAt }));
  if (values.length === 0) return 0;
  const rows = await transaction
    .insertInto('votes')
    .values(values)
    .onConflict((oc) => oc.columns(['user_id', 'post_id']).doNothing())
    .returningAll()
    .execute();
  await recount(transaction, posts, rows, 1, now);
  return rows.length;
}

const toRemoved = (row: { post_id: number; vote: 1 | -1; cast_at: Date }): RemovedVote => ({
  postId: row.post_id,
  vote: row.vote,
  castAt: row.cast_at.toISOString(),
});

/** In the order of their ids, so that two who do the same do not wait for each other. */
async function lockPosts(transaction: Db, postIds: number[]): Promise<Map<number, CountedPost>> {
  if (postIds.length === 0) return new Map();
  const lock = (table: 'deals' | 'comments') =>
    transaction
      .selectFrom(table)
      .select(['post_id', 'votes_up', 'votes_down', 'posted_at'])
      .where('post_id', 'in', postIds)
      .orderBy('post_id')
      .forNoKeyUpdate()
      .execute();
  const posts = new Map<number, CountedPost>();
  for (const isDeal of [true, false])
    for (const row of await lock(isDeal ? 'deals' : 'comments'))
      posts.set(row.post_id, { isDeal, up: row.votes_up, down: row.votes_down, postedAt: row.posted_at });
  return posts;
}

async function recount(
  transaction: Db,
  posts: Map<number, CountedPost>,
  votes: { post_id: number; vote: 1 | -1 }[],
  change: 1 | -1,
  now: Date,
): Promise<void> {
  for (const [postId, cast] of Map.groupBy(votes, (row) => row.post_id)) {
    const { isDeal, postedAt, ...before } = posts.get(postId)!;
    const count = (kind: 1 | -1) => change * cast.filter(({ vote }) => vote === kind).length;
    const votes: Counts = { up: Math.max(0, before.up + count(1)), down: Math.max(0, before.down + count(-1)) };
    const counts = { votes_up: votes.up, votes_down: votes.down };
    if (isDeal)
      await transaction
        .updateTable('deals')
        .set({ ...counts, rank: hotRank(votes, postedAt), changed_at: now })
        .where('post_id', '=', postId)
        .execute();
    else await transaction.updateTable('comments').set(counts).where('post_id', '=', postId).execute();
  }
}
