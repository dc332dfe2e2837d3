import { createElement } from '../../ui/create-element.ts';
import { requireMember } from '../accounts/require-member.ts';
import { announce } from '../../ui/announce.ts';
import { isFault, postForm } from '../session/calls.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { clickedThreads, keepOffline, showSaved, threadIdOfForm } from './buttons.ts';
import { saveCall } from './contracts/save.ts';

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

/** Calls under way, by thread id: those of a deal are sent one after the other. */
const underWay = new Map<number, Promise<unknown>>();

/** Saves or removes a deal. The buttons change at once, and back when the server refuses. */
async function save(form: HTMLFormElement): Promise<void> {
  const threadid = threadIdOfForm(form);
  const saved = form.querySelector('button')?.value === '1';
  clickedThreads.add(threadid);
  showSaved(threadid, saved);
  // Why the last press was refused.
  form.querySelector('.save__message')?.remove();
  const sent = (underWay.get(threadid) ?? Promise.resolve()).then(() =>
    postForm(saveCall, { threadid: String(threadid), saved: saved ? '1' : '0' }),
  );
  underWay.set(threadid, sent);
  const answer = await sent;
  if (underWay.get(threadid) !== sent) return;
  if (!isFault(answer) && !('error' in answer)) {
    // What was asked for when somebody came back to the page may have been answered before.
    showSaved(threadid, answer.saved);
    return keepOffline(form, answer.saved);
  }
  showSaved(threadid, !saved);
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
