import { map } from 'nanostores';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { sendFacebookToken, sendGoogleCredential } from '../client.ts';
import { redirectAfterSignIn } from '../redirect-after-sign-in.ts';
import { facebookToken } from './facebook.ts';
import type { GoogleCredential } from './google.ts';

interface Social {
  /** Why nobody was signed in; a new object each time, so that it is announced each time. */
  problem: { message: string } | null;
  busy: boolean;
}

export const $social = map<Social>({ problem: null, busy: false });

const fail = (message: string) => $social.set({ problem: { message }, busy: false });
const begin = () => $social.set({ problem: null, busy: true });

/** What Google's button calls back with. */
export async function signInWithGoogle({ credential, clientId }: GoogleCredential): Promise<void> {
  if (!credential || !clientId) return fail(MESSAGES.failed);
  begin();
  const answer = await sendGoogleCredential(credential, clientId);
  if (isFault(answer)) return fail(answer.fault);
  if (!('redirect' in answer)) return fail(answer.message || MESSAGES.failed);
  redirectAfterSignIn(answer.redirect);
}

/** Asks Facebook who it is, then the server (spec §4, Facebook login status and sign-on result). */
export async function signInWithFacebook(): Promise<void> {
  begin();
  let token: string | null;
  try {
    token = await facebookToken();
  } catch {
    return fail(MESSAGES.network);
  }
  // Whoever closed Facebook's window changed their mind.
  if (token === null) return $social.set({ problem: null, busy: false });
  const answer = await sendFacebookToken(token);
  if (isFault(answer)) return fail(answer.fault);
  if (answer.status === 'success') return redirectAfterSignIn(answer.redirect);
  fail(answer.status === 'retry' ? MESSAGES.network : answer.message || MESSAGES.failed);
}
