import { createElement } from '../../ui/create-element.ts';

/** Shows when the connection is lost and when it is back, and prevents forms from being sent without one. */
export function watchConnection(): void {
  addEventListener('offline', () => showBar('You are offline. Voting, commenting and searching need a connection.'));
  const onOnline = () => (keptBar() ? showBar('You are online again.') : offlineBar()?.remove());
  addEventListener('online', onOnline);
  // The connection may have come back before this script did.
  if (navigator.onLine && keptBar()?.textContent.trim().startsWith('You are offline.')) onOnline();
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      // Dialogs show their own failures.
      if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.closest('[role="dialog"]')) return;
      if (navigator.onLine && !keptBar()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      showBar(
        navigator.onLine ? 'This is an older copy of the page. Reload it to do this.' : 'You are offline, and this needs a connection.',
      );
    },
    true,
  );
}

const offlineBar = () => document.querySelector<HTMLElement>('.offline-bar');
const keptBar = () => document.querySelector('.offline-bar[data-kept]');

/** Shows a message in the bar, which is added if needed. */
function showBar(text: string): void {
  const bar = offlineBar() ?? addBar();
  bar.querySelector('p')?.replaceChildren(text);
}

function addBar(): HTMLElement {
  const bar = createElement('div', { class: 'offline-bar', role: 'status' }, createElement('p', {}));
  document.querySelector('main')?.before(bar);
  return bar;
}
