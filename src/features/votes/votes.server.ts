import { z } from 'zod';
import { ownPath } from '../../lib/own-path.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/connect.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { memberForm, type MemberVisit, type Outcome } from '../accounts/visit.server.ts';
import { hotRank } from '../deals/deal.ts';
import { VOTE_TYPE, type VoteAnswer } from './contract.ts';

const voteFields = z.object({
  postid: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  votetypeid: z.coerce.number().pipe(z.union([z.literal(VOTE_TYPE.deal), z.literal(VOTE_TYPE.comment)])),
  vote: z.coerce.number().pipe(z.literal([1, -1, 0])),
});
type Cast = z.infer<typeof voteFields>;

/** The page that a plain form was on. */
const pageOf = ({ request }: Pick<FormCall, 'request'>) => {
  const referer = request.headers.get('referer');
  return ownPath(referer && URL.canParse(referer) ? new URL(referer).pathname : null) ?? '/';
};

/** The on-demand page that carries the member's token, and says why a vote was not counted. */
const confirmationOf = ({ form, request }: Pick<FormCall, 'form' | 'request'>) => {
  const sent = ['postid', 'votetypeid', 'vote'].map((name) => [name, (form.get(name) ?? '').slice(0, 20)]);
  return `/account/vote?${new URLSearchParams([...sent, ['url', ownPath(form.get('url')) ?? pageOf({ request })]]).toString()}`;
};

/** `POST /forums/sdthreadrate_ajax.php` (spec §7; contract.md, Community). */
export const voteForm = memberForm(confirmationOf, answerVote, {
  onGuest: { error: 'dologin' } satisfies VoteAnswer,
  hasToken: false,
});

async function answerVote(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const refused = (error: string, message = error): Outcome => ({
    answer: { error } satisfies VoteAnswer,
    refused: { message },
    to: confirmationOf(visit),
  });
  if (!session.hasVerifiedEmail) return refused('Unverified Email', 'Please verify your email address first.');
  const cast = voteFields.safeParse(Object.fromEntries(form));
  if (!cast.success) return refused('This is not a vote.');
  const answer = await castVote(context, session.userId, cast.data);
  return answer ? { answer, to: ownPath(form.get('url')) ?? pageOf(visit) } : refused('There is no such post any more.');
}

/**
 * Casts a member's vote, in place of the one before. The post's row is locked meanwhile, so votes at once are counted one
 * after the other.
 * @returns undefined when there is no such post
 */
export async function castVote(
  { db, clock }: Context,
  userId: number,
  { postid, votetypeid, vote }: Cast,
): Promise<VoteAnswer | undefined> {
  const isDeal = votetypeid === VOTE_TYPE.deal;
  return db.transaction().execute(async (transaction) => {
    const post = isDeal ? await lockDeal(transaction, postid) : await lockComment(transaction, postid);
    if (!post) return undefined;
    const before = await replaceVote(transaction, userId, postid, vote, clock());
    const count = (kind: 1 | -1) => Number(vote === kind) - Number(before === kind);
    const votes = { up: post.votes_up + count(1), down: post.votes_down + count(-1) };
    const counts = { votes_up: votes.up, votes_down: votes.down };
    if (vote === before) return { threadid: post.thread_id, postid, score: votes.up - votes.down, voted: 0 };
    if (isDeal) {
      const rank = hotRank(votes, post.posted_at);
      await transaction
        .updateTable('deals')
        .set({ ...counts, rank, changed_at: clock() })
        .where('post_id', '=', postid)
        .execute();
    } else await transaction.updateTable('comments').set(counts).where('post_id', '=', postid).execute();
    return { threadid: post.thread_id, postid, score: votes.up - votes.down, voted: vote - before };
  });
}

const COLUMNS = ['thread_id', 'votes_up', 'votes_down', 'posted_at'] as const;

const lockDeal = (db: Db, postid: number) =>
  db.selectFrom('deals').select(COLUMNS).where('post_id', '=', postid).where('status', '<>', 'scheduled').forUpdate().executeTakeFirst();

const lockComment = (db: Db, postid: number) =>
  db.selectFrom('comments').select(COLUMNS).where('post_id', '=', postid).forUpdate().executeTakeFirst();

/** @returns the vote before; 0 when there was none */
async function replaceVote(db: Db, userId: number, postid: number, vote: Cast['vote'], now: Date): Promise<1 | -1 | 0> {
  const found = await db.selectFrom('votes').select('vote').where('user_id', '=', userId).where('post_id', '=', postid).executeTakeFirst();
  const before = found?.vote ?? 0;
  if (vote === before) return before;
  if (vote === 0) await db.deleteFrom('votes').where('user_id', '=', userId).where('post_id', '=', postid).execute();
  else
    await db
      .insertInto('votes')
      .values({ user_id: userId, post_id: postid, vote, cast_at: now })
      .onConflict((oc) => oc.columns(['user_id', 'post_id']).doUpdateSet({ vote, cast_at: now }))
      .execute();
  return before;
}
