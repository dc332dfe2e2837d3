import { getJson, isFault, postForm, type Fault } from '../session/calls.ts';
import { deleteCall, type DeleteAnswer } from './contracts/delete.ts';
import { editCall } from './contracts/edit.ts';
import { type CommentSort, repliesCall, type Replies } from './contracts/replies.ts';
import { replyCall, type PostAnswer } from './contracts/reply.ts';
import { sourceCall } from './contracts/source.ts';
import type { ReplyTarget } from './drafts.ts';

/** The comments that follow a post in an order; undefined when they cannot be loaded. */
export async function fetchReplies(threadid: number, after: number, sort: CommentSort): Promise<Replies | undefined> {
  const answer = await getJson(repliesCall, { 'from-reply': String(after), sort }, threadid);
  return isFault(answer) ? undefined : answer;
}

/** A comment as it was typed; undefined when it cannot be loaded. */
export async function fetchSource(postid: number): Promise<string | undefined> {
  const answer = await getJson(sourceCall, {}, postid);
  return isFault(answer) ? undefined : answer.message;
}

/** Posts a comment. Whatever goes wrong on the way comes back as an error to show. */
export function sendReply({ threadid, parentid }: ReplyTarget, message: string): Promise<PostAnswer> {
  const to = { threadid: String(threadid), parentid: parentid === null ? undefined : String(parentid) };
  return orError(postForm(replyCall, { ...to, message }));
}

export const sendEdit = (postid: number, message: string): Promise<PostAnswer> =>
  orError(postForm(editCall, { postid: String(postid), message }));

export const sendDelete = (postid: number): Promise<DeleteAnswer> => orError(postForm(deleteCall, { postid: String(postid) }));

async function orError<T extends object>(sent: Promise<T | Fault>): Promise<T | { error: string }> {
  const answer = await sent;
  return isFault(answer) ? { error: answer.fault } : answer;
}
