import type { Theme } from '../shell/theme.ts';
import { mayBeMember } from '../session/signed-in.ts';

/** Keeps a member's choice of theme with the account, for their other browsers (spec §1). */
export function saveTheme(theme: Theme): void {
  if (!mayBeMember()) return;
  import('./client.ts')
    .then(({ sendTheme }) => sendTheme(theme))
    .catch((error: unknown) => console.warn('The theme was not kept with the account', error));
}
