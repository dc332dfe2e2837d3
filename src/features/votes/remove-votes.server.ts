import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { applyVotes, lockPosts, type VoteChange } from '../posts/vote-counts.server.ts';
import { voteChange } from './vote-change.ts';
import { z } from 'zod';

/** A member's vote that was removed. Where it came from is not kept beyond the vote itself. */
const removedVote = z.object({ postId: z.int(), vote: z.literal([1, -1]), castAt: z.string() });
type RemovedVote = z.output<typeof removedVote>;

/** What is kept of votes that moderators removed, to put them back. */
export const beforeRemoval = z.object({ votes: z.array(removedVote) });

/**
 * Removes the votes of members on posts, in a transaction, and counts the posts again.
 * @returns what was removed, by member
 */
export async function removeVotes(transaction: Db, userIds: number[], postIds: number[], now: Date): Promise<Map<number, RemovedVote[]>> {
  const posts = await lockPosts(transaction, postIds);
  if (posts.size === 0 || userIds.length === 0) return new Map();
  const rows = await transaction
    .deleteFrom('votes')
    .where('user_id', 'in', userIds)
    .where(sql<boolean>`post_id = any(${[...posts.keys()]}::bigint[])`)
    .returningAll()
    .execute();
  await applyVotes(
    transaction,
    posts,
    changesBy(rows, (vote) => voteChange(vote, 0)),
    now,
  );
  const votes = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...votes].map(([userId, removed]) => [userId, removed.map(toRemoved)]));
}

/** So many votes are removed in one transaction, so that others who vote on the same posts do not wait for long. */
const VOTES_AT_ONCE = 500;

/** Removes votes of a member who is about to go, in transactions of its own, until one can remove the rest. */
export async function removeMostVotes(db: Db, userId: number, now: Date): Promise<void> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('votes')
      .select('post_id')
      .where('user_id', '=', userId)
      .where('post_id', '>', after)
      .orderBy('post_id')
      .limit(VOTES_AT_ONCE)
      .execute();
    const last = rows[VOTES_AT_ONCE - 1];
    if (!last) return;
    const postIds = rows.map((row) => row.post_id);
    await db.transaction().execute((transaction) => removeVotes(transaction, [userId], postIds, now));
    after = last.post_id;
  }
}

/** Removes all votes of a member who goes, in the transaction that deletes them, and counts the posts again. */
export async function removeAllVotes(transaction: Db, userId: number, now: Date): Promise<void> {
  const remove = async () => {
    const rows = await transaction.selectFrom('votes').select('post_id').where('user_id', '=', userId).execute();
    const postIds = rows.map((row) => row.post_id);
    await removeVotes(transaction, [userId], postIds, now);
  };
  // Locks are taken in the order in which votes and comments take them: posts first, then the member. After that the votes cast meanwhile are
  // removed; no more can come.
  await lockPosts(transaction, await postsOf(transaction, userId));
  await remove();
  await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  await remove();
}

/** The posts that a member voted on, and those that change when the member goes: what they posted, and the deals of their comments. */
async function postsOf(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ post_id: number }>`
    select post_id from votes where user_id = ${userId}
    union select post_id from deals where posted_by = ${userId}
    union select post_id from comments where user_id = ${userId}
    union select d.post_id from comments as c join deals as d using (thread_id) where c.user_id = ${userId}`.execute(db);
  return rows.map(({ post_id: postId }) => postId);
}

/**
 * Puts a member's votes back, in a transaction, where the member has not voted again and the post is still there.
 * @returns how many count again
 */
export async function restoreVotes(transaction: Db, userId: number, votes: RemovedVote[], now: Date): Promise<number> {
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
  await applyVotes(
    transaction,
    posts,
    changesBy(rows, (vote) => voteChange(0, vote)),
    now,
  );
  return rows.length;
}

const toRemoved = (row: { post_id: number; vote: 1 | -1; cast_at: Date }): RemovedVote => ({
  postId: row.post_id,
  vote: row.vote,
  castAt: row.cast_at.toISOString(),
});

/** Votes on each post that come or go, counted. */
function changesBy(rows: { post_id: number; vote: 1 | -1 }[], change: (vote: 1 | -1) => { up: number; down: number }): VoteChange[] {
  return [...Map.groupBy(rows, (row) => row.post_id)].map(([postId, votes]) =>
    votes.reduce((sum, { vote }) => ({ ...sum, up: sum.up + change(vote).up, down: sum.down + change(vote).down }), {
      postId,
      up: 0,
      down: 0,
    }),
  );
}
