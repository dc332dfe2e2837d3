import { offlineBar, showBar } from './connection-bar.ts';

/** Milliseconds after which a site that does not answer counts as away. */
const TIMEOUT_MS = 5000;

/**
 * Keeps what was typed into forms that are answered by a page (`PlainForm`) while the site is away: browsers would show an error in place of the
 * page. Whether the site answers is therefore asked before such a form is sent.
 */
export function watchUnsentForms(): void {
  const answered = new WeakSet<HTMLFormElement>();
  document.addEventListener('submit', async (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.matches('[data-plain]')) return;
    // Sent by this listener itself, below.
    if (answered.delete(form)) return;
    event.preventDefault();
    if (form.ariaBusy) return;
    form.ariaBusy = 'true';
    const answers = await isAnswering();
    form.ariaBusy = null;
    if (!answers) return showBar('The site cannot be reached. What you typed is still here: try again in a moment.');
    offlineBar()?.remove();
    answered.add(form);
    form.requestSubmit(submitter);
  });
}

async function isAnswering(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    // What answers 500 and more here is not the site, but a server in front of it.
    return status < 500;
  } catch {
    return false;
  }
}
