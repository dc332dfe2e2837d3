import { ownPath } from '../../../lib/own-path.ts';
import { ownCookie } from '../../../server/http/cookies.ts';
import type { Call, JsonCall } from '../../../server/http/endpoint.ts';
import type { NonceAnswer } from '../contracts/google-nonce.ts';
import { googleCall, type GoogleAnswer } from '../contracts/google.ts';
import { MESSAGES } from '../messages.ts';
import { newToken } from '../../../server/random-token.ts';
import { SETTINGS } from '../settings/page.ts';
import { verifyGoogle } from '../social/google.server.ts';
import { limit } from '../../session/limit.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { signInWithProfile, nonceOf, type SocialSignInResult } from './social.server.ts';

const NONCE = 'google-nonce';
const SECONDS = 3_600;

/** Issues the nonce that Google has to put into its token. */
export function issueNonce({ context, cookies }: Call): NonceAnswer | undefined {
  if (!context.config.google) return undefined;
  // Several tabs show the button at once.
  const secret = cookies.get(NONCE)?.value ?? newToken();
  cookies.set(NONCE, secret, { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
  return { nonce: nonceOf(secret) };
}

/** Signs in the person that Google's token names (spec §7); connects a member who is already signed in. */
export async function googleCallback(visit: Visit<JsonCall>): Promise<GoogleAnswer | undefined> {
  const { context, cookies, body, network } = visit;
  const { google } = context.config;
  if (!google) return undefined;
  await limit(context, 'token', network, MESSAGES.failed);
  const parsed = googleCall.body.safeParse(body);
  const secret = cookies.get(NONCE)?.value;
  if (!parsed.success || parsed.data.clientId !== google.clientId || !secret) return refused(MESSAGES.failed);
  const person = await verifyGoogle(context, parsed.data.credential, nonceOf(secret)).catch((error: unknown) => {
    // By its name: the server's own code threw it, and this is bundled.
    if (error instanceof Error && error.name === 'IssuerUnavailable') return 'away' as const;
    throw error;
  });
  if (person === 'away') return refused(MESSAGES.network);
  if (person === undefined) return refused(MESSAGES.failed);
  const entered = await signInWithProfile(visit, { provider: 'google', ...person });
  const refusal = REFUSALS[entered];
  if (refusal !== undefined) return refused(refusal);
  // Good for one sign-in; after a refusal the same button serves again.
  cookies.delete(NONCE, { path: '/' });
  return { redirect: entered === 'connected' ? SETTINGS : (ownPath(parsed.data.regUrl) ?? '/') };
}

const REFUSALS: Partial<Record<SocialSignInResult, string>> = {
  stale: MESSAGES.logInAgain,
  foreign: 'This Google account belongs to another member, or your account is connected to a different one.',
  'no-email': 'Google did not tell us your email address.',
  taken:
    'There is an account with this email address. Log in with its password or a link by email, then connect Google in your account settings.',
};

const refused = (message: string): GoogleAnswer => ({ status: 'error', message });
