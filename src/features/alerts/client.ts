import { isFault, postForm } from '../session/calls.ts';
import {
  addByCriteriaCall,
  addByTagCall,
  addByWordsCall,
  listCall,
  previewCall,
  type AddAnswer,
  type ListAnswer,
  type PreviewAnswer,
} from './contracts/alerts.ts';
import { addMethodOf, type AlertFields } from './draft.ts';

const CALLS = { 'do-add': addByWordsCall, addByCriteriaId: addByCriteriaCall, 'do-add-widget': addByTagCall };

/** Adds an alert, in place of one of the same criteria. Whatever goes wrong on the way comes back as a message to show. */
export async function sendAlert(fields: AlertFields): Promise<AddAnswer> {
  const answer = await postForm(CALLS[addMethodOf(fields)], { ...fields, dedupe: '1' });
  return isFault(answer) ? { success: false, message: answer.fault } : answer;
}

/** Asks what an alert would have found. */
export async function loadPreview(fields: AlertFields): Promise<PreviewAnswer> {
  // Where it stood and how it is called change nothing of what it finds.
  const { source: _, title: __, ...wanted } = fields;
  const answer = await postForm(previewCall, wanted);
  return isFault(answer) ? { success: false, message: answer.fault } : answer;
}

/** The member's alerts; undefined when they cannot be had. */
export async function loadAlerts(): Promise<Extract<ListAnswer, { alerts: unknown }>['alerts'] | undefined> {
  const answer = await postForm(listCall, {});
  return 'alerts' in answer ? answer.alerts : undefined;
}
