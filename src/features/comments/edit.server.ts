import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { Fault } from '../../server/http/fault.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { participationForm } from '../session/participation-form.server.ts';
import { limit } from '../session/limit.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { lockDealOf, visibleComments } from '../posts/visible-comments.server.ts';
import { deleteOwnComment, setCommentBody } from '../posts/write-comment.server.ts';
import { COMMENT_PAGE } from './comment.ts';
import { postPath } from '../../lib/community-paths.ts';
import { deleteCall, type DeleteAnswer } from './contracts/delete.ts';
import { editCall } from './contracts/edit.ts';
import type { Reply } from './contracts/replies.ts';
import type { PostAnswer } from './contracts/reply.ts';
import { shownReplies, toReply } from './comments.server.ts';
import { draftOfEdit, dropDraft, saveDraft } from './drafts.server.ts';
import { messageFault, normalizeMessage, UNMARKED_EDIT_MS } from './message.ts';
import { notifyOfEdit } from './notify.server.ts';
import { refusedMessage } from './refused-message.server.ts';
import { findThread } from './threads.server.ts';

const postId = editCall.form.shape.postid;

function formPage({ form }: Pick<FormCall, 'form'>): string {
  const id = String(readId(form.get('postid') ?? '') ?? '');
  return `${COMMENT_PAGE}?${new URLSearchParams({ postid: id, do: form.get('do') === deleteCall.do ? 'delete' : 'edit' }).toString()}`;
}

/** `POST /forums/editpost.php` (contract.md, Community): one's own comments alone. */
export const editForm = participationForm(formPage, editPost, {
  largest: LARGEST_MESSAGE_FORM,
  async keep({ context, session, form }) {
    const id = postId.safeParse(form.get('postid'));
    const message = form.get('message');
    if (id.success && message !== null) await saveDraft(context, session.userId, draftOfEdit(id.data), normalizeMessage(message));
  },
});

async function editPost(visit: MemberVisit, refused: (error: string) => Outcome): Promise<Outcome> {
  const { context, session, form } = visit;
  const act = form.get('do');
  if (act !== editCall.do && act !== deleteCall.do) throw new Fault(400, `do must be one of ${editCall.do}, ${deleteCall.do}.`);
  const id = postId.safeParse(form.get('postid'));
  const gone = 'You have no such comment.';
  if (!id.success) return refused(gone);
  await limit(context, 'edit', session.userId, 'You are changing comments very fast. Please wait a few minutes.');
  if (act === deleteCall.do) {
    const path = await deleteComment(context, session.userId, id.data);
    if (path === undefined) return refused(gone);
    return { answer: { success: true } satisfies DeleteAnswer, to: path, notice: 'Your comment is deleted.', changesPages: true };
  }
  const message = normalizeMessage(form.get('message') ?? '');
  const fault = messageFault(message);
  if (fault) return refusedMessage(fault, formPage(visit));
  const reply = await updateComment(context, session.userId, id.data, message);
  if (!reply) return refused(gone);
  await dropDraft(context.db, session.userId, draftOfEdit(id.data));
  return { answer: { reply } satisfies PostAnswer, to: postPath(id.data), changesPages: true };
}

/**
 * Changes a member's comment; it is marked as edited unless it is still new.
 * @returns undefined when there is no such comment of theirs
 */
async function updateComment({ db, clock }: Context, userId: number, id: number, message: string): Promise<Reply | undefined> {
  return db.transaction().execute(async (transaction) => {
    await lockDealOf(transaction, id);
    const comment = await visibleComments(transaction)
      .select(['c.posted_at', 'c.body'])
      .where('c.post_id', '=', id)
      .where('c.user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    if (!comment) return undefined;
    const now = clock();
    const isMarked = now.getTime() > comment.posted_at.getTime() + UNMARKED_EDIT_MS;
    if (comment.body !== message) await setCommentBody(transaction, id, message, isMarked ? now : undefined);
    const row = await shownReplies(transaction).where('c.post_id', '=', id).executeTakeFirstOrThrow();
    const { thread_id: threadId, parent_id: parentId, mentioned } = row;
    await notifyOfEdit(transaction, { postId: id, threadId, parentId, userId, body: message, mentioned }, comment.body, now);
    return toReply(row);
  });
}

/** Deletes a member's own comment for good: its text is not kept. @returns the address of its thread */
async function deleteComment({ db }: Context, userId: number, id: number): Promise<string | undefined> {
  const deleted = await deleteOwnComment(db, userId, id);
  if (!deleted) return undefined;
  return (await findThread(db, deleted.thread_id))?.path ?? '/';
}
