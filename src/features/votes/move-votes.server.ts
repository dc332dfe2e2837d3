import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { type Move, moveTable } from '../../server/db/moves.ts';
import { applyVotes, lockPosts } from '../posts/vote-counts.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/**
 * Moves the votes on posts to others, in a transaction. Counts add up, but of a member who voted on both the vote on the post that
 * stays counts alone.
 * @returns how many votes came to each post
 */
export async function moveVotes(transaction: Db, moves: readonly Move[], now: Date): Promise<Map<number, number>> {
  const posts = await lockPosts(
    transaction,
    moves.flatMap(({ from, into }) => [from, into]),
  );
  const moved = moveTable(moves);
  const { rows: twice } = await sql<{ into: number; vote: number }>`
    delete from votes as other using ${moved}, votes as own
    where other.post_id = from_id and own.post_id = into_id and own.user_id = other.user_id
    returning into_id as into, other.vote`.execute(transaction);
  await sql`update votes set post_id = into_id from ${moved} where post_id = from_id`.execute(transaction);
  const counted = moves.flatMap(({ from: fromId, into: intoId }) => {
    const [from, into] = [posts.get(fromId), posts.get(intoId)];
    if (!from || !into) return [];
    const moving = (count: number, kind: number) =>
      Math.max(0, count - twice.filter((other) => other.into === intoId && other.vote === kind).length);
    const [up, down] = [moving(from.up, 1), moving(from.down, -1)];
    return [{ postId: intoId, up, down, room: { up: MAX_INTEGER - into.up, down: MAX_INTEGER - into.down } }];
  });
  const changes = counted.map(({ postId, up, down, room }) => ({ postId, up: Math.min(up, room.up), down: Math.min(down, room.down) }));
  await applyVotes(transaction, posts, changes, now);
  return new Map(counted.map(({ postId, up, down }) => [postId, up + down]));
}
