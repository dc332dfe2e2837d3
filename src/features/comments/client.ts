import { getJson, isFault, postForm, type Fault } from '../session/calls.ts';
import { FAILED } from '../session/contract.ts';
import type { Replies } from './comment.ts';
import { EDIT_ADDRESS, REPLY_ADDRESS, type EditAnswer, type PostAnswer, type SourceAnswer } from './contract.ts';
import type { DraftOf } from './drafts.ts';

/** The comments that follow a post; undefined when they cannot be had. */
export async function fetchReplies(threadid: number, after: number): Promise<Replies | undefined> {
  const answer = await getJson<Replies>(`/comments/replies/${threadid}?from-reply=${after}`);
  return isFault(answer) ? undefined : answer;
}

/** A comment as it was typed; undefined when it cannot be had. */
export async function fetchSource(postid: number): Promise<string | undefined> {
  const answer = await getJson<SourceAnswer>(`/comments/source/${postid}`);
  return isFault(answer) ? undefined : answer.message;
}

/** Posts a comment. Whatever goes wrong on the way comes back as an error to show. */
export function sendReply({ threadid, parentid }: DraftOf, message: string): Promise<PostAnswer> {
  const to = { threadid: String(threadid), parentid: parentid === null ? undefined : String(parentid) };
  return told(postForm<PostAnswer>(REPLY_ADDRESS, { do: 'postreply', ...to, message }));
}

export const sendEdit = (postid: number, message: string): Promise<PostAnswer> =>
  told(postForm<PostAnswer>(EDIT_ADDRESS, { do: 'updatepost', postid: String(postid), message }));

export const sendDelete = (postid: number): Promise<EditAnswer> =>
  told(postForm<EditAnswer>(EDIT_ADDRESS, { do: 'deletepost', postid: String(postid) }));

async function told<T extends object>(sent: Promise<T | Fault>): Promise<T | { error: string }> {
  const answer = await sent;
  return isFault(answer) ? { error: answer.fault || FAILED } : answer;
}
