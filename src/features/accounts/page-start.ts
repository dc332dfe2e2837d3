import { hydrateWhen } from '../../ui/hydrate-when.ts';
import { popupsAfter } from './after-load.ts';
import { $opened, openModal, type Opened } from './modal/store.ts';
import { $error, $popups, queuePopups } from './popups/store.ts';
import { takeMessage } from './saved-message.ts';
import { watchSignInLinks } from './sign-in-links.ts';
import { signInSettings } from './sign-in-settings.ts';
import { watchLogOut } from './log-out.ts';
import { mayBeMember } from '../session/signed-in.ts';

/** The modal's `actionSource` when nobody asked for it. */
const BY_ITSELF = 'page-load';

/** What every page does about accounts. */
export function startAccounts(): void {
  hydrateWhen('AccountModal', $opened, showPlainPage);
  hydrateWhen('Popups', $popups, (popups) => console.warn('These popups did not load', popups));
  hydrateWhen('Popups', $error, (message) => console.warn(message));
  showMember();
  watchLogOut();
  watchKeptPages();
  watchSignInLinks();
  const hash = takeResetHash();
  if (hash) openModal({ view: 'reset', hash, actionSource: 'reset' });
  else if (opensByItself()) openModal({ view: 'sign-up', actionSource: BY_ITSELF });
  void takeMessage().then((message) => message && queuePopups(popupsAfter(message), 'email' in message ? message.email : undefined));
}

/** What is shown of a member is loaded for members alone. */
function showMember(): void {
  const button = document.querySelector<HTMLElement>('[data-user-button]');
  if (button && mayBeMember()) void import('./user-button.ts').then(({ showViewer }) => showViewer(button));
}

/** A page that the browser kept and shows again may be of before somebody signed in or out. */
function watchKeptPages(): void {
  const wasMember = mayBeMember();
  addEventListener('pageshow', ({ persisted }) => persisted && mayBeMember() !== wasMember && location.reload());
}

/** Leads to the page that does without script what somebody wanted of the modal. */
function showPlainPage(opened: Opened | null): void {
  if (!opened || opened.actionSource === BY_ITSELF) return;
  const { view, hash } = opened;
  if (view === 'reset' && hash) location.assign(`/account/reset-password?${new URLSearchParams({ hash })}`);
  if (view === 'log-in' || view === 'sign-up') location.assign(`/account/${view}`);
}

const opensByItself = () => signInSettings().showOnPageLoad && !mayBeMember() && !location.pathname.startsWith('/account');

/** The hash of a reset link (spec §2, Query parameters), which is not to stay in the address bar. */
function takeResetHash(): string | null {
  const address = new URL(location.href);
  const hash = address.searchParams.get('do') === 'resetpassword' ? address.searchParams.get('hash') : null;
  if (!hash) return null;
  for (const name of ['do', 'hash']) address.searchParams.delete(name);
  history.replaceState(history.state, '', address);
  return hash;
}
