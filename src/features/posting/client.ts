import { isFault, postForm } from '../session/calls.ts';
import { checkCall, type CheckAnswer } from './contracts/check.ts';
import type { PostFields } from './contracts/fields.ts';
import { previewCall, type PreviewAnswer } from './contracts/preview.ts';
import { submitCall, type SubmitAnswer } from './contracts/submit.ts';

type Sent = PostFields & { key: string; waiting: string };

/** What is known of what is typed; undefined when that cannot be had. */
export async function fetchCheck(fields: PostFields): Promise<CheckAnswer | undefined> {
  const answer = await postForm(checkCall, fields);
  return isFault(answer) ? undefined : answer;
}

/** Asks for a preview. Whatever goes wrong on the way comes back as an error to show. */
export async function askPreview(sent: Sent): Promise<PreviewAnswer> {
  const answer = await postForm(previewCall, sent);
  return isFault(answer) ? { error: answer.fault } : answer;
}

/** As `askPreview`, for posting it. */
export async function sendPost(sent: Sent): Promise<SubmitAnswer> {
  const answer = await postForm(submitCall, sent);
  return isFault(answer) ? { error: answer.fault } : answer;
}
