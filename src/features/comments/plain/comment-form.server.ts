import { idParam } from '../../../lib/exact-params.ts';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Session } from '../../session/read-session.server.ts';
import type { Reply } from '../contracts/replies.ts';
import { shownReplies, toReply } from '../comments.server.ts';
import { draftOfEdit, draftOfReply, readDraft } from '../drafts.server.ts';
import { quoted } from '../message.ts';
import { findThread, type CommentedDeal } from '../threads.server.ts';

/** What the page for a comment shows. */
export interface CommentForms {
  thread: CommentedDeal;
  /** The comment it is about; none when it is a new one to the thread. */
  about?: Reply;
  /** Whether that is the member's own. */
  isOwn: boolean;
  form: 'reply' | 'edit' | 'delete';
  /** What the form begins with: a draft, the comment's own words, or a quote. */
  message: string;
}

/**
 * Reads what the page for a comment shows: `threadid` or `postid`, and what to `do`: reply (the default), quote, edit, delete.
 * @returns undefined when there is no such thread or comment
 */
export async function loadCommentForms(
  { db }: Context,
  { userId }: Pick<Session, 'userId'>,
  query: URLSearchParams,
): Promise<CommentForms | undefined> {
  const found = await findAsked(db, query);
  if (!found) return undefined;
  const { postId, row, thread } = found;
  const isOwn = row?.user_id === userId;
  const action = query.get('do');
  const form = isOwn && (action === 'edit' || action === 'delete') ? action : 'reply';
  const draft = await readDraft(
    db,
    userId,
    form === 'edit' && row ? draftOfEdit(row.post_id) : draftOfReply(thread.threadId, postId ?? null),
  );
  const body = row?.body ?? '';
  const message = draft ?? (action === 'quote' ? quoted(body) : form === 'edit' ? body : '');
  return { thread, ...(row && { about: toReply(row) }), isOwn, form, message };
}

/** Finds the thread that is asked for, by itself or by a comment, and that comment. */
async function findAsked(db: Db, query: URLSearchParams) {
  const postId = idParam(query, 'postid');
  const row = postId === undefined ? undefined : await shownReplies(db).where('c.post_id', '=', postId).executeTakeFirst();
  const threadId = row?.thread_id ?? (postId === undefined ? idParam(query, 'threadid') : undefined);
  const thread = threadId === undefined ? undefined : await findThread(db, threadId);
  return thread && { postId, row, thread };
}
