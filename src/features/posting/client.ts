import { isFault, postForm } from '../session/calls.ts';
import { FAILED } from '../session/messages.ts';
import { checkCall, type CheckAnswer } from './contracts/check.ts';
import type { PostFault, PostFields } from './contracts/fields.ts';
import { previewCall } from './contracts/preview.ts';
import { submitCall, type SubmitAnswer } from './contracts/submit.ts';

type Sent = PostFields & { key: string; waiting: string; again: string };

/** What is known of what is typed; undefined when that cannot be had. */
export async function fetchCheck(fields: PostFields): Promise<CheckAnswer | undefined> {
  const answer = await postForm(checkCall, fields);
  return isFault(answer) ? undefined : answer;
}

/** Asks for a preview, and fetches what it shows. Whatever goes wrong on the way comes back as an error to show. */
export async function fetchPreview(sent: Sent): Promise<{ shown: ChildNode[] } | { error: string } | PostFault> {
  const answer = await postForm(previewCall, sent);
  if (isFault(answer)) return { error: answer.fault };
  if (!('preview' in answer)) return answer;
  const place = await fetchPlace(answer.preview).catch(() => null);
  return place ? { shown: [...place.childNodes] } : { error: FAILED };
}

/** The element of the preview in a page; null when the page is an error or the log-in form. */
async function fetchPlace(address: string): Promise<Element | null> {
  const response = await fetch(address);
  return new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-post-preview]');
}

/** Posts the deal. Errors are handled as in `fetchPreview`. */
export async function sendPost(sent: Sent): Promise<SubmitAnswer> {
  const answer = await postForm(submitCall, sent);
  return isFault(answer) ? { error: answer.fault } : answer;
}
