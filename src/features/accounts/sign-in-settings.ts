import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { required } from '../../lib/required.ts';
import type { SignIn } from '../shell/shell.server.ts';
import { requiredElement } from '../../ui/required-element.ts';

let settings: SignIn | undefined;

/** How signing in is set up on this site, as it is on every page. */
export const signInSettings = (): SignIn =>
  (settings ??= required(parseStored(requiredElement('#sign-in').textContent, isSignIn), 'the settings of signing in'));

/** The server writes them into each page. */
const isSignIn = (json: unknown): json is SignIn => isRecord(json) && typeof json['showOnPageLoad'] === 'boolean';
