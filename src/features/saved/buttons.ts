import { postToWorker } from '../offline/post-to-worker.ts';

/** The forms of a page that save deals. */
export const saveForms = (): HTMLFormElement[] => [...document.querySelectorAll<HTMLFormElement>('form[data-save]')];

/** The deal that a form saves. */
export const threadIdOfForm = (form: HTMLFormElement) => Number(new FormData(form).get('threadid'));

/**
 * Tells the service worker that a deal is saved, so that it is kept for reading offline, or no longer saved.
 * @param form a save form of the deal
 */
export function keepOffline(form: HTMLFormElement, saved: boolean): void {
  const card = form.closest('.deal-card, .saved__deal')?.querySelector<HTMLAnchorElement>('.deal-card__title a');
  void postToWorker({ say: 'saved', path: (card ?? location).pathname, saved });
}

/** Threads whose button was clicked on this page: an earlier answer of the server does not apply to them. */
export const clickedThreads = new Set<number>();

/** Shows on all buttons of a deal whether it is saved; the next press sends the opposite. */
export function showSaved(threadid: number, saved: boolean): void {
  for (const form of saveForms().filter((one) => threadIdOfForm(one) === threadid)) {
    const button = form.querySelector('button');
    button?.setAttribute('aria-pressed', String(saved));
    if (button) button.value = saved ? '0' : '1';
    const words = button?.querySelector('span');
    if (words) words.textContent = saved ? 'Saved' : 'Save';
  }
}
