import { popupsAfter } from './after-load.ts';
import { openPopups } from './open-popups.ts';
import { openSignIn } from './open-sign-in.ts';
import { takeMessage } from './saved-message.ts';
import { watchSignInLinks } from './sign-in-links.ts';
import { signInSettings } from './sign-in-settings.ts';
import { showViewer, watchKeptPages, watchLogOut } from './user-button.ts';
import { mayBeMember } from '../session/store.ts';

/** What every page does about accounts; React comes only when there is something to show. */
export function startAccounts(): void {
  showViewer();
  watchLogOut();
  watchKeptPages();
  watchSignInLinks();
  const hash = takeResetHash();
  if (hash) void openSignIn({ view: 'reset', hash, actionSource: 'reset' });
  else if (opensByItself()) void openSignIn({ view: 'sign-up', actionSource: 'page-load' });
  void takeMessage().then((message) => message && openPopups(popupsAfter(message), 'email' in message ? message.email : undefined));
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
