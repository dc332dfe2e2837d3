import { sql } from 'kysely';
import * as z from 'zod/mini';
import { idParam } from '../../lib/exact-params.ts';
import { idList } from '../../lib/form-fields.ts';
import type { Db } from '../../server/db/database.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { requireFields } from '../../server/http/fields.ts';
import { readSession } from '../session/read-session.server.ts';
import type { OwnVotes, OwnVotesField } from './contracts/own-votes.ts';
import { VOTES } from './vote.ts';
import type { VoteValue } from './vote-change.ts';

const MOST_IDS = 500;

const ownVotesForm = z.object({ 'ti[]': idList(MOST_IDS), 'pi[]': idList(MOST_IDS) } satisfies Record<OwnVotesField, z.ZodMiniType>);

/**
 * Which of these posts the member voted on, and how (spec §7, threadrate.php): deals by their thread ids (`ti[]`), and as
 * our own extension comments by their post ids (`pi[]`). Threads and posts draw their ids from one sequence, so that
 * the keys of both cannot be the same.
 */
export async function answerOwnVotes(call: FormCall): Promise<OwnVotes> {
  const { 'ti[]': threadIds, 'pi[]': postIds } = requireFields(call.form, ownVotesForm);
  if (threadIds.length + postIds.length === 0) return {};
  const session = await readSession(call);
  if (!session) return {};
  const { rows } = await sql<{ id: number; vote: 1 | -1 }>`
    select d.thread_id as id, v.vote from deals as d join votes as v using (post_id)
    where d.thread_id = any(${threadIds}::bigint[]) and v.user_id = ${session.userId} and d.status <> 'scheduled'
    union all
    select c.post_id, v.vote from comments as c join votes as v using (post_id)
    where c.post_id = any(${postIds}::bigint[]) and v.user_id = ${session.userId} and c.status = 'shown'`.execute(call.context.db);
  return Object.fromEntries(rows.map(({ id, vote }) => [id, vote === 1 ? 'up' : 'down']));
}

/** A member's vote on the post that a plain form voted on. */
export async function ownVoteOn(db: Db, userId: number, sent: URLSearchParams): Promise<VoteValue> {
  const postId = idParam(sent, 'postid');
  if (postId === undefined) return VOTES.neutral;
  const cast = await db.selectFrom('votes').select('vote').where('user_id', '=', userId).where('post_id', '=', postId).executeTakeFirst();
  return cast?.vote ?? VOTES.neutral;
}
