import { mayBeMember } from '../session/signed-in.ts';
import { hasMessage } from './has-message.ts';
import { signInSettings } from './sign-in-settings.ts';

/**
 * What every page does about accounts.
 * @param loadDialogs imports the dialogs, which most page loads do not show
 */
export function startAccounts(loadDialogs: () => Promise<{ openAfterLoad(byItself: boolean): unknown }>): void {
  showMember();
  watchKeptPages();
  const byItself = opensByItself();
  if (byItself || isFromResetLink() || hasMessage()) void loadDialogs().then(({ openAfterLoad }) => openAfterLoad(byItself));
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

/** Whether a reset link led here (spec §2, Query parameters). */
const isFromResetLink = () => location.search.includes('do=resetpassword');
