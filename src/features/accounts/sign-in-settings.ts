import type { SignIn } from '../shell/shell.server.ts';
import { requiredElement } from '../../ui/required-element.ts';

let settings: SignIn | undefined;

/** How signing in is set up on this site, as it is on every page. */
export const signInSettings = (): SignIn =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the server writes them into the page, and every byte here is on each page
  (settings ??= JSON.parse(requiredElement('#sign-in').textContent) as SignIn);
