import { ownPath } from '../../../lib/own-path.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { facebookCall, type FacebookAnswer } from '../contracts/facebook.ts';
import { MESSAGES } from '../messages.ts';
import { SETTINGS } from '../settings/page.ts';
import { verifyFacebook } from '../social/facebook.server.ts';
import { limit } from '../../session/limit.server.ts';
import { logInPage, type Visit } from '../../session/visit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import { signInWithProfile, type SocialSignInResult } from './social.server.ts';

/** Signs in the person that Facebook's token names (spec §7); connects a member who is already signed in. */
export async function facebookSignOn(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  if (!context.config.facebook)
    return statusAnswer({ status: 'permissionRequired', message: 'Signing in with Facebook is off on this site.' });
  await limit(context, 'token', network, MESSAGES.failed);
  const { facebookAccessToken, regUrl } = requireFields(form, facebookCall.form);
  const verified = await verifyFacebook(context, facebookAccessToken);
  if (verified.outcome === 'retry') return statusAnswer({ status: 'retry', message: MESSAGES.network });
  if (verified.outcome === 'refused')
    return statusAnswer({ status: 'permissionRequired', message: 'Facebook did not confirm your sign-in. Please try again.' });
  // Facebook does not say whether it verified the address, and runs no mailboxes.
  const entered = await signInWithProfile(visit, { provider: 'facebook', subject: verified.subject, email: verified.email, ...UNKNOWN });
  const redirect = entered === 'connected' ? SETTINGS : (ownPath(regUrl) ?? '/');
  return statusAnswer(REFUSALS[entered] ?? { status: 'success', redirect, redirectPost: null });
}

const UNKNOWN = { emailVerified: false, runsMailbox: false };

const REFUSALS: Partial<Record<SocialSignInResult, FacebookAnswer>> = {
  stale: { status: 'ssoLink', message: MESSAGES.logInAgain },
  foreign: {
    status: 'ssoLink',
    message: 'This Facebook account belongs to another member, or your account is connected to a different one.',
  },
  'no-email': { status: 'permissionRequired', message: 'Please allow us to see your email address on Facebook.' },
  taken: {
    status: 'ssoLink',
    message:
      'There is an account with this email address. Log in with its password or a link by email, then connect Facebook in your account settings.',
  },
};

const statusAnswer = (answer: FacebookAnswer): Outcome =>
  answer.status === 'success' ? { answer, to: answer.redirect } : { answer, to: logInPage('/'), refused: { message: answer.message } };
