import { atom } from 'nanostores';
import { pageRegion } from '../../lib/page-region.ts';
import { loadPreview } from './client.ts';
import type { PreviewAnswer } from './contracts/preview.ts';
import { threadIdIn } from './deal-question.ts';
import type { AlertFields } from './draft.ts';
import { fieldFault } from './field-fault.ts';
import { MESSAGES } from './messages.ts';

export type Found = Extract<PreviewAnswer, { total: number }>;

/** The dry run of an alert that is being made (spec §4, data requests). */
export type Preview =
  | { state: 'idle' }
  /** With what was shown before. */
  | { state: 'pending'; found: Found | undefined }
  | { state: 'success'; found: Found }
  | { state: 'error'; message: string };

export const $preview = atom<Preview>({ state: 'idle' });

/** How long after the last change the preview is requested. */
const PAUSE_MS = 350;

let asked = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Loads the preview of an alert once its fields have not changed for a moment; an answer to older fields is dropped.
 * @param deal address or number of a deal to explain; a text that names no deal is left out
 */
export function schedulePreview(fields: AlertFields, deal: string, pause = PAUSE_MS): void {
  asked += 1;
  clearTimeout(timer);
  const fault = fieldFault(fields, pageRegion());
  if (fault) return $preview.set({ state: 'error', message: MESSAGES.unreadable });
  const before = $preview.get();
  $preview.set({ state: 'pending', found: 'found' in before ? before.found : undefined });
  const mine = asked;
  timer = setTimeout(() => {
    void loadPreview(fields, threadIdIn(deal)).then((answer) => {
      if (mine !== asked) return;
      $preview.set('total' in answer ? { state: 'success', found: answer } : { state: 'error', message: answer.message });
    });
  }, pause);
}

/** Clears the dry run, and answers that are still on their way. */
export function clearPreview(): void {
  asked += 1;
  clearTimeout(timer);
  $preview.set({ state: 'idle' });
}
