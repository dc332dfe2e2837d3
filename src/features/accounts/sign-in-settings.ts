import type { SignIn } from '../shell/shell.server.ts';
import { requiredElement } from '../../ui/required-element.ts';

let settings: SignIn | undefined;

/** How signing in is set up on this site, as it stands on every page. */
export const signInSettings = (): SignIn => (settings ??= JSON.parse(requiredElement('#sign-in').textContent) as SignIn);
