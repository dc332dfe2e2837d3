import { isFault, postForm } from '../session/calls.ts';
import { addByCriteriaCall } from './contracts/add-by-criteria.ts';
import { addByTagCall } from './contracts/add-by-tag.ts';
import { addByWordsCall } from './contracts/add-by-words.ts';
import type { AddAnswer } from './contracts/answers.ts';
import { listCall, type ListAnswer } from './contracts/list.ts';
import { previewCall, type PreviewAnswer } from './contracts/preview.ts';
import { addMethodOf, type AlertFields } from './draft.ts';

const CALLS = { 'do-add': addByWordsCall, addByCriteriaId: addByCriteriaCall, 'do-add-widget': addByTagCall };

/** Adds an alert, in place of one of the same criteria. Whatever goes wrong on the way comes back as a message to show. */
export async function sendAlert(fields: AlertFields): Promise<AddAnswer> {
  const answer = await postForm(CALLS[addMethodOf(fields)], { ...fields, dedupe: '1' });
  return isFault(answer) ? { success: false, message: answer.fault } : answer;
}

/** Asks what an alert would have found. @param threadId a deal of which the answer explains whether it would have been announced */
export async function loadPreview(fields: AlertFields, threadId: number | undefined): Promise<PreviewAnswer> {
  // Neither the place of the button nor the title changes what the alert finds.
  const { source: _, title: __, ...wanted } = fields;
  const answer = await postForm(previewCall, { ...wanted, ...(threadId !== undefined && { threadid: String(threadId) }) });
  return isFault(answer) ? { success: false, message: answer.fault } : answer;
}

/** The member's alerts; undefined when they cannot be had. */
export async function loadAlerts(): Promise<Extract<ListAnswer, { alerts: unknown }>['alerts'] | undefined> {
  const answer = await postForm(listCall, {});
  return 'alerts' in answer ? answer.alerts : undefined;
}
