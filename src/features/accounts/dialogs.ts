import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { popupsAfter } from './after-load.ts';
import { $opened, openModal, type Opened } from './modal/store.ts';
import { $error, $popups, queuePopups } from './popups/store.ts';
import { takeMessage } from './saved-message.ts';

/** The modal's `actionSource` when nobody asked for it. */
const BY_ITSELF = 'page-load';

/** Hydrates the dialogs about accounts once they have something to show, and `styled` has resolved. */
export function startAccountDialogs(styled: Promise<void>): void {
  hydrateWhen('AccountModal', $opened, styled, showPlainPage);
  hydrateWhen('Popups', $popups, styled, (popups) => console.warn('These popups did not load', popups));
  hydrateWhen('Popups', $error, styled, (message) => console.warn(message));
}

/**
 * Opens what this page load is to show.
 * @param byItself whether the modal opens without being asked for
 */
export async function openAfterLoad(byItself: boolean): Promise<void> {
  const hash = takeResetHash();
  if (hash) openModal({ view: 'reset', hash, fault: resetFault(), actionSource: 'reset' });
  else if (byItself) openModal({ view: 'sign-up', actionSource: BY_ITSELF });
  const message = await takeMessage();
  if (!message) return;
  const popups = popupsAfter(message);
  queuePopups(
    isVerifying() ? popups.filter((popup) => popup !== 'verify' && popup !== 'drawer') : popups,
    'email' in message ? message.email : undefined,
  );
}

/** The hash of a reset link (spec §2, Query parameters), which is not to stay in the address bar. */
function takeResetHash(): string | null {
  const address = new URL(location.href);
  const hash = address.searchParams.get('do') === 'resetpassword' ? address.searchParams.get('hash') : null;
  if (!hash) return null;
  for (const name of ['do', 'hash']) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  return hash;
}

/** Whether this is the page that the link of the mail opens: nothing is to ask there for what it does, nor cover its button. */
const isVerifying = () => location.pathname.startsWith('/account/verify');

/** What the page says is wrong with the link that opened it. */
const resetFault = () => document.querySelector<HTMLElement>('[data-reset-fault]')?.dataset['resetFault'];

/** Goes to the page that does the same as the modal, without script. */
function showPlainPage(opened: Opened | null): void {
  if (!opened || opened.actionSource === BY_ITSELF) return;
  const { view, hash } = opened;
  if (view === 'reset' && hash) location.assign(`/account/reset-password?${new URLSearchParams({ hash })}`);
  if (view === 'log-in' || view === 'sign-up') location.assign(`/account/${view}`);
}
