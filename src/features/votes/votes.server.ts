import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { pageOfForm } from '../../server/http/form-page.ts';
import { participationForm } from '../session/participation-form.server.ts';
import { limit } from '../session/limit.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { score } from '../../lib/hot-rank.ts';
import { votableSince, isScoreHidden } from '../posts/hidden-scores.server.ts';
import { MESSAGES, voteCall, type Cast, type VoteAnswer } from './contracts/vote.ts';
import { originOf, type Origin } from './origins.server.ts';
import { applyVotes, lockVisiblePost } from '../posts/vote-counts.server.ts';
import { VOTE_TYPE } from './vote.ts';
import { voteChange, type VoteValue } from './vote-change.ts';

/** The on-demand page that carries the member's token, and says why a vote was not counted. */
const confirmationOf = ({ form, request }: Pick<FormCall, 'form' | 'request'>) => {
  const sent = ['postid', 'votetypeid', 'vote'].map((name) => [name, (form.get(name) ?? '').slice(0, 20)]);
  return `/account/vote?${new URLSearchParams([...sent, ['url', pageOfForm({ form, request })]]).toString()}`;
};

/** `POST /forums/sdthreadrate_ajax.php` (spec §7; contract.md, Community). */
export const voteForm = participationForm(confirmationOf, answerVote, { hasToken: false });

async function answerVote(visit: MemberVisit, refused: (error: string) => Outcome): Promise<Outcome> {
  const { context, form, session } = visit;
  const cast = voteCall.form.safeParse(fieldsOf(form));
  if (!cast.success) return refused('This is not a vote.');
  await limit(context, 'vote', session.userId, MESSAGES.tooFast);
  const answer = await castVote(context, session.userId, cast.data, originOf(visit));
  if (!answer) return refused('This post no longer exists.');
  return {
    answer,
    to: pageOfForm(visit),
    notice: cast.data.vote === 0 ? 'Your vote is removed.' : 'Your vote is counted.',
    changesPages: true,
  };
}

/**
 * Casts a member's vote, in place of the one before. The post's row is locked meanwhile, so votes at once are counted one
 * after the other. One on a deal that was merged is cast on the deal that it was merged into.
 * @returns undefined when there is no such post, when it is hidden, or when the member was deleted since the session was read
 */
export async function castVote(context: Context, userId: number, cast: Cast, origin: Origin): Promise<VoteAnswer | undefined> {
  const { votetypeid, vote } = cast;
  const now = context.clock();
  return context.db.transaction().execute(async (transaction) => {
    const post = await lockVisiblePost(transaction, votetypeid === VOTE_TYPE.deal ? 'deal' : 'comment', cast.postid);
    if (!post) return undefined;
    const { postId: postid } = post;
    const before = await replaceVote(transaction, { user_id: userId, post_id: postid, ...origin }, vote, now);
    if (before === undefined) return undefined;
    if (vote !== before) await applyVotes(transaction, new Map([[postid, post]]), [{ postId: postid, ...voteChange(before, vote) }], now);
    const isHidden = post.kind === 'deal' && isScoreHidden(context, votableSince({ posted_at: post.postedAt, starts_at: post.startsAt }));
    const voted = vote - before;
    return { threadid: post.threadId, postid, score: isHidden ? null : score(post) + voted, voted };
  });
}

type Voted = { user_id: number; post_id: number } & Origin;

/** @returns the vote before, 0 when there was none; undefined when the member is not there any more */
async function replaceVote(db: Db, { user_id, post_id, ...origin }: Voted, vote: VoteValue, now: Date): Promise<VoteValue | undefined> {
  const found = await db
    .selectFrom('members as m')
    .leftJoin('votes as v', (join) => join.onRef('v.user_id', '=', 'm.user_id').on('v.post_id', '=', post_id))
    .select('v.vote')
    .where('m.user_id', '=', user_id)
    .forKeyShare(['m'])
    .executeTakeFirst();
  if (!found) return undefined;
  const before = found.vote ?? 0;
  if (vote === before) return before;
  if (vote === 0) {
    await db.deleteFrom('votes').where('user_id', '=', user_id).where('post_id', '=', post_id).execute();
  } else {
    const cast = { vote, cast_at: now, ...origin };
    await db
      .insertInto('votes')
      .values({ user_id, post_id, ...cast })
      .onConflict((oc) => oc.columns(['user_id', 'post_id']).doUpdateSet(cast))
      .execute();
  }
  return before;
}
