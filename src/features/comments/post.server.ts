import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { participationForm } from '../session/participation-form.server.ts';
import { limit } from '../session/limit.server.ts';
import { lockMember } from '../session/lock-member.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import { insertComment } from '../posts/write-comment.server.ts';
import { COMMENT_PAGE } from './comment.ts';
import { postPath } from '../../lib/community-paths.ts';
import type { Reply } from './contracts/replies.ts';
import { replyCall, type PostAnswer } from './contracts/reply.ts';
import { shownReplies, toReply } from './comments.server.ts';
import { draftOfReply, dropDraft, saveDraft } from './drafts.server.ts';
import { messageFault, normalizeMessage } from './message.ts';
import { notifyOfComment } from './notify.server.ts';
import { refusedMessage } from './refused-message.server.ts';
import { findThread } from './threads.server.ts';

/** The same words again within this time are the same comment: somebody pressed twice. */
const AGAIN_MS = 60_000;

/** Returns the page with the form, the member's token, and the reason why a comment was not posted. */
function formPage({ form }: Pick<FormCall, 'form'>): string {
  const named = { threadid: form.get('threadid'), postid: form.get('parentid') };
  const query = Object.entries(named).filter((pair): pair is [string, string] => readId(pair[1] ?? '') !== undefined);
  return `${COMMENT_PAGE}?${new URLSearchParams(query).toString()}`;
}

/** `POST /forums/newreply.php` (contract.md, Community). */
export const replyForm = participationForm(formPage, postReply, {
  hasToken: false,
  confirmation: 'Your comment is not posted yet: please send it once more, from this page.',
  largest: LARGEST_MESSAGE_FORM,
  async keep({ context, session, form }) {
    const fields = replyCall.form.safeParse(fieldsOf(form));
    if (!fields.success) return;
    const { threadid, parentid = null, message } = fields.data;
    await saveDraft(context, session.userId, draftOfReply(threadid, parentid), normalizeMessage(message));
  },
});

async function postReply(visit: MemberVisit, refused: (error: string) => Outcome): Promise<Outcome> {
  const { context, session, form } = visit;
  if ((form.get('do') ?? visit.query.get('do')) !== replyCall.do) throw new Fault(400, `do must be ${replyCall.do}.`);
  const fields = replyCall.form.safeParse(fieldsOf(form));
  if (!fields.success) return refused('The form does not say which deal or comment it is about.');
  const { threadid, parentid = null } = fields.data;
  const message = normalizeMessage(fields.data.message);
  const fault = messageFault(message);
  if (fault) return refusedMessage(fault, formPage(visit));
  await limit(context, 'comment', session.userId, 'You are writing very fast. Please wait a minute; your text is kept.');
  const posted = await addComment(context, session.userId, { threadid, parentid, message });
  if ('gone' in posted) return refused(posted.gone);
  // A repeated form adds no comment, and does not count against the limit.
  if (posted.isOld) await context.limits.refund('comment', session.userId);
  await dropDraft(context.db, session.userId, draftOfReply(threadid, parentid));
  const { reply } = posted;
  return { answer: { reply } satisfies PostAnswer, to: postPath(reply.postid), changesPages: true };
}

const NO_DEAL = 'This deal no longer exists.';

interface NewComment {
  threadid: number;
  parentid: number | null;
  message: string;
}

/**
 * Adds a comment, or finds the one that the member has just posted with the same text.
 * @returns the comment, or why there is nothing to comment on
 */
async function addComment(
  { db, clock }: Context,
  userId: number,
  { threadid, parentid: answered, message }: NewComment,
): Promise<{ gone: string } | { reply: Reply; isOld: boolean }> {
  return db.transaction().execute(async (transaction) => {
    const thread = await findThread(transaction, threadid);
    if (!thread) return { gone: NO_DEAL };
    const { threadId } = thread;
    // The lock waits for a moderator who is taking the deal off the site: the comment would not be visible.
    const shown = transaction.selectFrom('deals').select('post_id').where('thread_id', '=', threadId).where('status', '<>', 'scheduled');
    const deal = await shown.forNoKeyUpdate().executeTakeFirst();
    if (!deal) return { gone: NO_DEAL };
    // The lock makes two requests of the same form run one after the other. It comes after the deal's, as where a moderator decides about a post
    // and suspends its author, and where a member goes, to avoid a deadlock.
    if (!(await lockMember(transaction, userId))) return { gone: 'Your account no longer exists.' };
    // A deal is itself a post (contract.md, Community).
    const parentid = answered === deal.post_id ? null : answered;
    const parents = visibleComments(transaction).select('c.post_id').where('c.thread_id', '=', threadId);
    if (parentid !== null && !(await parents.where('c.post_id', '=', parentid).executeTakeFirst()))
      return { gone: 'The comment you are replying to no longer exists.' };
    const now = clock();
    const old = await shownReplies(transaction)
      .where('c.user_id', '=', userId)
      .where('c.thread_id', '=', threadId)
      .where('c.body', '=', message)
      .where('c.parent_id', 'is not distinct from', parentid)
      .where('c.posted_at', '>', new Date(now.getTime() - AGAIN_MS))
      .executeTakeFirst();
    if (old) return { reply: toReply(old), isOld: true };
    const comment = { threadId, parentId: parentid, userId, body: message, postedAt: now };
    const postId = await insertComment(transaction, comment);
    const row = await shownReplies(transaction).where('c.post_id', '=', postId).executeTakeFirstOrThrow();
    await notifyOfComment(transaction, { ...comment, postId, mentioned: row.mentioned }, now);
    return { reply: toReply(row), isOld: false };
  });
}
