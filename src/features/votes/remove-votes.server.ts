import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { hotRank } from '../../lib/hot-rank.ts';

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
    .where(sql<boolean>`post_id = any(${[...posts.keys()]}::bigint[])`)
    .returningAll()
    .execute();
  await recount(transaction, posts, rows, -1, now);
  const votes = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...votes].map(([userId, removed]) => [userId, removed.map(toRemoved)]));
}

/** Removes all votes of a member who goes, in the transaction that deletes them, and counts the posts anew. */
export async function removeAllVotes(transaction: Db, userId: number, now: Date): Promise<void> {
  const remove = async () => {
    const rows = await transaction.selectFrom('votes').select('post_id').where('user_id', '=', userId).execute();
    const postIds = rows.map((row) => row.post_id);
    await removeVotes(transaction, [userId], postIds, now);
  };
  // Posts first and then the member, as whoever votes does; then those cast meanwhile, and from here on there are none.
  await remove();
  await transaction.selectFrom('members').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  await remove();
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
      .where(sql<boolean>`post_id = any(${postIds}::bigint[])`)
      .orderBy('post_id')
      .forNoKeyUpdate()
      .execute();
  const posts = new Map<number, CountedPost>();
  for (const isDeal of [true, false])
    for (const row of await lock(isDeal ? 'deals' : 'comments'))
      posts.set(row.post_id, { isDeal, up: row.votes_up, down: row.votes_down, postedAt: row.posted_at });
  return posts;
}

/** More rows at once would be noted as a change of everything (migration 0002). */
const POSTS_AT_ONCE = 200;

async function recount(
  transaction: Db,
  posts: Map<number, CountedPost>,
  votes: { post_id: number; vote: 1 | -1 }[],
  change: 1 | -1,
  now: Date,
): Promise<void> {
  const counted = [...Map.groupBy(votes, (row) => row.post_id)].map(([postId, cast]) => {
    const { isDeal, postedAt, ...before } = posts.get(postId)!;
    const count = (kind: 1 | -1) => change * cast.filter(({ vote }) => vote === kind).length;
    const after: Counts = { up: Math.max(0, before.up + count(1)), down: Math.max(0, before.down + count(-1)) };
    return { postId, isDeal, ...after, rank: hotRank(after, postedAt) };
  });
  const [deals, comments] = [counted.filter(({ isDeal }) => isDeal), counted.filter(({ isDeal }) => !isDeal)];
  for (let from = 0; from < deals.length; from += POSTS_AT_ONCE) {
    const some = deals.slice(from, from + POSTS_AT_ONCE);
    await sql`
      update deals set votes_up = told.up, votes_down = told.down, rank = told.rank, changed_at = ${now}
      from (${countsOf(some)}) as told where deals.post_id = told.id`.execute(transaction);
  }
  for (let from = 0; from < comments.length; from += POSTS_AT_ONCE) {
    const some = comments.slice(from, from + POSTS_AT_ONCE);
    await sql`
      update comments set votes_up = told.up, votes_down = told.down
      from (${countsOf(some)}) as told where comments.post_id = told.id`.execute(transaction);
  }
}

const countsOf = (posts: (Counts & { postId: number; rank: number })[]) => sql`
  select * from unnest(${posts.map(({ postId }) => postId)}::bigint[], ${posts.map(({ up }) => up)}::int[],
    ${posts.map(({ down }) => down)}::int[], ${posts.map(({ rank }) => rank)}::float8[]) as counted (id, up, down, rank)`;
