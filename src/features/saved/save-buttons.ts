import { createElement } from '../../ui/create-element.ts';
import { requireMember } from '../accounts/require-member.ts';
import { announce } from '../../ui/announce.ts';
import { isFault, postForm } from '../session/calls.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { clickedThreads, keepOffline, showSaved, threadIdOfForm } from './buttons.ts';
import { saveCall } from './contracts/save.ts';
import { sendPress } from './presses.ts';

/** Saves deals without leaving the page. */
export function watchSaveButtons(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.matches('.saved__deal form') && new FormData(form).get('do') === 'remove') keepOffline(form, false);
    if (form.dataset['save'] === undefined) return;
    event.preventDefault();
    void save(form);
  });
}

/** Saves or removes a deal. The buttons change at once, and back when the server refuses. */
async function save(form: HTMLFormElement): Promise<void> {
  const threadid = threadIdOfForm(form);
  const saved = form.querySelector('button')?.value === '1';
  clickedThreads.add(threadid);
  showSaved(threadid, saved);
  // Why the last press was refused.
  form.querySelector('.save__message')?.remove();
  const outcome = await sendPress(threadid, saved, () => postForm(saveCall, { threadid: String(threadid), saved: saved ? '1' : '0' }));
  if (!outcome) return;
  const { answer, isSaved } = outcome;
  // What was asked for when somebody came back to the page may have been answered before.
  showSaved(threadid, isSaved);
  if ('saved' in answer) return keepOffline(form, isSaved);
  if (isFault(answer) || answer.error !== DO_LOG_IN) showMessage(form, isFault(answer) ? answer.fault : answer.error);
  else requireMember({ kind: 'save', threadid });
}

/** Shows beside the button why a deal was not saved. */
function showMessage(form: HTMLFormElement, text: string): void {
  let message = form.querySelector('.save__message');
  if (!message) {
    message = createElement('p', { class: 'save__message' });
    form.append(message);
  }
  message.textContent = text;
  announce(text);
}
