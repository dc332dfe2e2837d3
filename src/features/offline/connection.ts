import { NEEDS_CONNECTION } from '../../ui/needs-connection.ts';
import { keepBarBelowHeader, offlineBar, showBar } from './connection-bar.ts';

/** Shows when the connection is lost and when it is back, and prevents forms from being sent without one. */
export function watchConnection(): void {
  keepBarBelowHeader();
  addEventListener('offline', () => showBar('You are offline. Voting, commenting and searching need a connection.'));
  const onOnline = () => (keptBar() ? showBar('You are online again.') : offlineBar()?.remove());
  addEventListener('online', onOnline);
  // The connection may have come back before this script did.
  if (navigator.onLine && keptBar()?.textContent.trim().startsWith('You are offline.')) onOnline();
  addEventListener('astro:hydration-error', () => navigator.onLine || showBar(NEEDS_CONNECTION));
  addEventListener(
    'submit',
    (event) => {
      const form = event.target;
      // Dialogs show their own failures.
      if (!(form instanceof HTMLFormElement) || form.method !== 'post' || form.closest('[role="dialog"]')) return;
      if (navigator.onLine && !keptBar()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      showBar(navigator.onLine ? 'This is an older copy of the page. Reload it to do this.' : NEEDS_CONNECTION);
    },
    true,
  );
}

const keptBar = () => document.querySelector('.offline-bar[data-kept]');
