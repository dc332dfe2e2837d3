import { map, type MapStore } from 'nanostores';
import { queuePopups } from '../accounts/popups/store.ts';
import type { PendingAction } from '../accounts/pending-action.ts';
import { requireMember } from '../accounts/require-member.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import type { Reply } from './contracts/replies.ts';
import { fetchSource, sendDelete, sendEdit, sendReply } from './client.ts';
import type { PostAnswer } from './contracts/reply.ts';
import { keepDraft, type ReplyTarget, type EditTarget } from './drafts.ts';
import { messageFault, quoted, normalizeMessage } from './message.ts';

interface FormState {
  busy: boolean;
  /** Why it was not posted. */
  message: string | null;
}

export type MessageForm = MapStore<FormState>;
export const openForm = (): MessageForm => map<FormState>({ busy: false, message: null });

/** Removes why it was not posted: of what is typed now nobody has said anything yet. */
export function clearFault($form: MessageForm): void {
  if ($form.get().message !== null) $form.setKey('message', null);
}

/** Posts a reply. @returns the comment, or undefined when it was refused; the form then shows why */
export async function postReply($form: MessageForm, of: ReplyTarget, typed: string): Promise<Reply | undefined> {
  // Includes text that was typed before the script was loaded.
  keepDraft(of, typed);
  const action: PendingAction = { kind: 'comment', threadid: of.threadid, parentid: of.parentid ?? 0 };
  const reply = await send($form, typed, (message) => sendReply(of, message), action);
  if (reply) keepDraft(of, '');
  return reply;
}

/** As `postReply`, for a comment that is changed. */
export async function saveEdit($form: MessageForm, of: EditTarget, typed: string): Promise<Reply | undefined> {
  keepDraft(of, typed);
  // After signing in, the form opens again with the text; its author saves it.
  const action: PendingAction = { kind: 'edit', postid: of.postid };
  const reply = await send($form, typed, (message) => sendEdit(of.postid, message), action);
  if (reply) keepDraft(of, '');
  return reply;
}

/** Deletes a comment, once however often it is pressed. @returns whether this did; where the server refused, the form shows why */
export async function deleteComment($form: MessageForm, postid: number): Promise<boolean> {
  if ($form.get().busy) return false;
  $form.set({ busy: true, message: null });
  const answer = await sendDelete(postid);
  $form.set({ busy: false, message: null });
  if ('success' in answer) return true;
  showError($form, answer.error, { kind: 'delete', postid });
  return false;
}

async function send(
  $form: MessageForm,
  typed: string,
  post: (message: string) => Promise<PostAnswer>,
  action: PendingAction,
): Promise<Reply | undefined> {
  if ($form.get().busy) return undefined;
  const message = normalizeMessage(typed);
  const fault = messageFault(message);
  if (fault) return showFault($form, fault);
  $form.set({ busy: true, message: null });
  const answer = await post(message);
  $form.set({ busy: false, message: null });
  if ('reply' in answer) return answer.reply;
  if ('field' in answer) return showFault($form, answer.message);
  return showError($form, answer.error, action);
}

/** @param action what is resumed after a guest has signed in */
function showError($form: MessageForm, error: string, action: PendingAction): undefined {
  if (error === DO_LOG_IN) requireMember(action);
  else if (error === UNVERIFIED_EMAIL) queuePopups(['drawer']);
  else showFault($form, error);
}

function showFault($form: MessageForm, message: string): undefined {
  $form.setKey('message', message);
}

/** Shown in place of a button's words while its answer is awaited. */
export const BUSY = 'One moment…';

/** Shown where a comment to edit or to quote could not be loaded. */
export const NOT_LOADED = 'This comment could not be loaded. Please try again.';

/** What a form begins with: a comment's own words to edit, or as a quote. */
export async function startingText(postid: number, form: 'edit' | 'quote'): Promise<string | undefined> {
  const source = await fetchSource(postid);
  return source === undefined || form === 'edit' ? source : quoted(source);
}
