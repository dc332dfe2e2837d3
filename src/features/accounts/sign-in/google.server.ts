import { z } from 'zod';
import { ownPath } from '../../../lib/own-path.ts';
import type { Call, JsonCall } from '../../../server/http/endpoint.ts';
import type { GoogleAnswer } from '../contract.ts';
import { MESSAGES } from '../messages.ts';
import { newToken, signIn, tellNextPage } from '../sessions.server.ts';
import { SETTINGS } from '../settings/page.ts';
import { verifyGoogle } from '../social/google.server.ts';
import { limit, type Visit } from '../visit.server.ts';
import { connectProfile, memberOfProfile, nonceOf, type SocialProfile } from './social.server.ts';

const NONCE = 'google-nonce';
const SECONDS = 3_600;

const callback = z.object({ credential: z.string().min(1), clientId: z.string().min(1), regUrl: z.string().optional() });

/** Gives a browser the nonce that Google is to put into its token. */
export function giveNonce({ context, cookies }: Call): object | undefined {
  if (!context.config.google) return undefined;
  // Several tabs show the button at once.
  const secret = cookies.get(NONCE)?.value ?? newToken();
  const secure = context.config.siteUrl.startsWith('https:');
  cookies.set(NONCE, secret, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: SECONDS });
  return { nonce: nonceOf(secret) };
}

/** Signs in whom Google says has signed in there (spec §7); a member who is signed in is connected instead. */
export async function googleCallback(visit: Visit<JsonCall>): Promise<GoogleAnswer | undefined> {
  const { context, cookies, body, network } = visit;
  const { google } = context.config;
  if (!google) return undefined;
  await limit(context, 'token', network, MESSAGES.failed);
  const parsed = callback.safeParse(body);
  const secret = cookies.get(NONCE)?.value;
  if (!parsed.success || parsed.data.clientId !== google.clientId || !secret) return refused(MESSAGES.failed);
  const said = await verifyGoogle(context, parsed.data.credential, nonceOf(secret)).catch((error: unknown) => {
    // By its name: the server's own code threw it, and this is bundled.
    if (error instanceof Error && error.name === 'IssuerAway') return 'away' as const;
    throw error;
  });
  if (said === 'away') return refused(MESSAGES.network);
  if (said === undefined) return refused(MESSAGES.failed);
  const answer = await signInWith(visit, { provider: 'google', ...said }, ownPath(parsed.data.regUrl) ?? '/');
  // Good for one sign-in; after a refusal the same button serves again.
  if ('redirect' in answer) cookies.delete(NONCE, { path: '/' });
  return answer;
}

async function signInWith(visit: Visit<JsonCall>, profile: SocialProfile, url: string): Promise<GoogleAnswer> {
  const { context, session } = visit;
  if (session) {
    const outcome = await connectProfile(context, session, profile);
    if (outcome === 'connected') return { redirect: SETTINGS };
    if (outcome === 'stale') return refused(MESSAGES.logInAgain);
    if (outcome === 'foreign') return refused('This Google account is connected with another member, or yours with another one.');
  }
  const member = await memberOfProfile(context, profile);
  if (member.outcome === 'no-email') return refused('Google did not tell us your email address.');
  if (member.outcome === 'taken')
    return refused('There is an account with this email address. Log in with its password, then connect Google in your account settings.');
  await signIn(visit, member.userId, false);
  tellNextPage(visit, member.outcome === 'new' ? 'social-registration' : 'log-in');
  return { redirect: url };
}

const refused = (message: string): GoogleAnswer => ({ status: 'error', message });
