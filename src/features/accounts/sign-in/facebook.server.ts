import { ownPath } from '../../../lib/own-path.ts';
import type { FacebookAnswer } from '../contract.ts';
import { MESSAGES } from '../messages.ts';
import { signIn, tellNextPage } from '../sessions.server.ts';
import { SETTINGS } from '../settings/page.ts';
import { verifyFacebook } from '../social/facebook.server.ts';
import { limit, logInPage, type Outcome, type Visit } from '../visit.server.ts';
import { connectProfile, memberOfProfile, type SocialProfile } from './social.server.ts';

/** Signs in whom Facebook says has signed in there (spec §7); a member who is signed in is connected instead. */
export async function facebookSignOn(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  if (!context.config.facebook) return told({ status: 'permissionRequired', message: 'Signing in with Facebook is off on this site.' });
  await limit(context, 'token', network, MESSAGES.failed);
  const said = await verifyFacebook(context, form.get('facebookAccessToken') ?? '');
  if (said.outcome === 'retry') return told({ status: 'retry', message: MESSAGES.network });
  if (said.outcome === 'refused')
    return told({ status: 'permissionRequired', message: 'Facebook did not confirm your sign-in. Please try again.' });
  const url = ownPath(form.get('regUrl')) ?? '/';
  // Facebook does not say whether it verified the address.
  return told(await signInWith(visit, { provider: 'facebook', subject: said.subject, email: said.email, emailVerified: false }, url));
}

async function signInWith(visit: Visit, profile: SocialProfile, url: string): Promise<FacebookAnswer> {
  const { context, session } = visit;
  if (session) {
    const outcome = await connectProfile(context, session, profile);
    if (outcome === 'connected') return success(SETTINGS);
    if (outcome === 'stale') return { status: 'ssoLink', message: MESSAGES.logInAgain };
    const message = 'This Facebook account is connected with another member, or yours with another one.';
    if (outcome === 'foreign') return { status: 'ssoLink', message };
  }
  const member = await memberOfProfile(context, profile);
  if (member.outcome === 'no-email')
    return { status: 'permissionRequired', message: 'Please allow us to see your email address on Facebook.' };
  if (member.outcome === 'taken') {
    const message =
      'There is an account with this email address. Log in with its password, then connect Facebook in your account settings.';
    return { status: 'ssoLink', message };
  }
  await signIn(visit, member.userId, false);
  tellNextPage(visit, member.outcome === 'new' ? 'social-registration' : 'log-in');
  return success(url);
}

const success = (redirect: string): FacebookAnswer => ({ status: 'success', redirect, redirectPost: null });

const told = (answer: FacebookAnswer): Outcome =>
  answer.status === 'success' ? { answer, to: answer.redirect } : { answer, to: logInPage('/'), refused: { message: answer.message } };
