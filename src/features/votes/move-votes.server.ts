import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { applyVotes, lockPosts } from '../posts/vote-counts.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/**
 * Moves the votes on one post to another, in a transaction. Counts add up, but of a member who voted on both the vote on the post
 * that stays counts alone.
 * @returns how many votes moved
 */
export async function moveVotes(transaction: Db, fromPostId: number, intoPostId: number, now: Date): Promise<number> {
  const posts = await lockPosts(transaction, [fromPostId, intoPostId]);
  const [from, into] = [posts.get(fromPostId), posts.get(intoPostId)];
  if (!from || !into) return 0;
  const { rows: twice } = await sql<{ vote: number }>`
    delete from votes as other using votes as own
    where other.post_id = ${fromPostId} and own.post_id = ${intoPostId} and own.user_id = other.user_id
    returning other.vote`.execute(transaction);
  await transaction.updateTable('votes').set({ post_id: intoPostId }).where('post_id', '=', fromPostId).execute();
  const moving = (count: number, kind: number) => Math.max(0, count - twice.filter(({ vote }) => vote === kind).length);
  const [up, down] = [moving(from.up, 1), moving(from.down, -1)];
  const room = { up: Math.min(up, MAX_INTEGER - into.up), down: Math.min(down, MAX_INTEGER - into.down) };
  await applyVotes(transaction, posts, [{ postId: intoPostId, ...room }], now);
  return up + down;
}
