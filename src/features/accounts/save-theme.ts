import type { Theme } from '../shell/theme.ts';
import { postForm } from '../session/calls.ts';
import { mayBeMember } from '../session/store.ts';

/** Keeps a member's choice of theme with the account, for their other browsers (spec §1). */
export function saveTheme(theme: Theme): void {
  if (mayBeMember()) void postForm('/account/theme', { 'dark-mode': theme === 'midnight' ? '1' : '0' });
}
