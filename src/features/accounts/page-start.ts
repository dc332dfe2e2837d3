import { mayBeMember } from '../session/signed-in.ts';
import { hasMessage } from './has-message.ts';
import { signInSettings } from './sign-in-settings.ts';

/**
 * What every page does about accounts.
 * @param loadDialogs imports the dialogs, which most page loads do not show
 */
export function startAccounts(loadDialogs: () => Promise<{ openAfterLoad(hash: string | null, byItself: boolean): unknown }>): void {
  showMember();
  watchKeptPages();
  const [hash, byItself] = [takeResetHash(), opensByItself()];
  if (hash || byItself || hasMessage()) void loadDialogs().then(({ openAfterLoad }) => openAfterLoad(hash, byItself));
}

/** The script that shows the member's name and picture is loaded for members alone. */
function showMember(): void {
  const button = document.querySelector<HTMLElement>('[data-user-button]');
  if (button && mayBeMember()) void import('./user-button.ts').then((script) => script.showViewer(button));
}

/** A page that the browser restores from its history may be from before somebody signed in or out. */
function watchKeptPages(): void {
  const wasMember = mayBeMember();
  addEventListener('pageshow', ({ persisted }) => persisted && mayBeMember() !== wasMember && location.reload());
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
