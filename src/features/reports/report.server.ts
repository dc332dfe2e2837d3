import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { isEstablished } from '../accounts/established.server.ts';
import { MESSAGES as ACCOUNT_MESSAGES } from '../accounts/messages.ts';
import { currentMemberOf } from '../accounts/former-accounts.server.ts';
import { participationForm } from '../session/participation-form.server.ts';
import { limit } from '../session/limit.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { originOf, type Origin } from '../votes/origins.server.ts';
import { actOnReports } from './consequences.server.ts';
import { MESSAGES, reportCall, type Report, type ReportAnswer } from './contracts/report.ts';
import { DEAL_REASONS, type Reason } from './report.ts';
import { lockPost, type Post } from '../posts/post-status.server.ts';
import { required } from '../../lib/required.ts';

/** The on-demand page that carries the member's token, and says what came of a report. */
const reportPageOf = ({ form }: Pick<FormCall, 'form'>) =>
  `/account/report?${new URLSearchParams({ postid: (form.get('postid') ?? '').slice(0, 20) }).toString()}`;

/** `POST /forums/report.php` (contract.md, Community). */
export const reportForm = participationForm(reportPageOf, answerReport, { hasToken: false });

async function answerReport(visit: MemberVisit, refused: (error: string) => Outcome): Promise<Outcome> {
  const { context, form, session } = visit;
  const report = reportCall.form.safeParse(fieldsOf(form));
  if (!report.success) return refused(required(report.error.issues[0], 'what is wrong').message);
  await limit(context, 'report', session.userId, ACCOUNT_MESSAGES.manyTries);
  const problem = await fileReport(context, session.userId, report.data, originOf(visit));
  if (problem !== undefined) return refused(problem);
  return { answer: { success: true } satisfies ReportAnswer, to: reportPageOf(visit), notice: MESSAGES.thanks, changesPages: true };
}

/**
 * Files a member's report and applies its automatic effects, in one transaction. The post is locked meanwhile, so
 * simultaneous reports are counted one after the other. A repeated report, or one of something already dealt with, adds nothing;
 * a report by a new account is only shown to moderators.
 * @returns why it cannot be reported
 */
async function fileReport(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  userId: number,
  report: Report,
  origin: Origin,
): Promise<string | undefined> {
  const { postid, reason, comment } = report;
  return db.transaction().execute(async (transaction) => {
    const post = await lockPost(transaction, postid);
    if (!post) return (await wasMerged(transaction, postid)) ? MESSAGES.merged : MESSAGES.gone;
    if (isGone(post)) return MESSAGES.gone;
    if (post.kind === 'comment' && isOfDeals(reason)) return 'This reason is only for deals. Please choose another one.';
    if (isSeenTo(post, reason)) return undefined;
    if (await hasReported(transaction, userId, report)) return undefined;
    const now = clock();
    const counts = await isEstablished(transaction, userId, now);
    await transaction
      .insertInto('reports')
      .values({ post_id: postid, user_id: userId, reason, note: comment, created_at: now, counts, ...origin })
      .execute();
    if (counts) await actOnReports(transaction, post, reason, now);
    return undefined;
  });
}

/** Whether a member has an open report of a post with the same reason, even under an account that they deleted. */
async function hasReported(transaction: Db, userId: number, { postid, reason }: Report): Promise<boolean> {
  const found = await transaction
    .selectFrom('reports as r')
    .select('r.id')
    .where('r.post_id', '=', postid)
    .where('r.reason', '=', reason)
    .where('r.resolved_at', 'is', null)
    .where((eb) => eb.or([eb('r.user_id', '=', userId), eb(currentMemberOf('r.user_id'), '=', userId)]))
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a deal was merged into another one. What is wrong with a duplicate, such as "Repost", need not be wrong with the other. */
async function wasMerged(transaction: Db, postId: number): Promise<boolean> {
  return (await transaction.selectFrom('merged_deals').select('thread_id').where('post_id', '=', postId).executeTakeFirst()) !== undefined;
}

const isOfDeals = (reason: Reason) => DEAL_REASONS.some((one) => one === reason);

const isGone = (post: Post) => (post.kind === 'deal' ? post.state.status === 'scheduled' : post.state.status === 'deleted');

/** Whether the post is already in the reported state: the member's page may be older than that. */
function isSeenTo(post: Post, reason: Reason): boolean {
  const { status } = post.state;
  return status === 'hidden' || (status === 'expired' && reason === 'Expired') || (status === 'live' && reason === 'Works again');
}
