import { ownPath } from '../../../lib/own-path.ts';
import { isPlainForm } from '../../../server/http/endpoint.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { logInCall, type LogInAnswer } from '../contracts/log-in.ts';
import { MESSAGES } from '../messages.ts';
import { setAfterSignIn } from '../../session/session-cookies.server.ts';
import { LOGGED_IN, signIn } from '../../session/sign-in.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { checkCaptcha } from './captcha-check.server.ts';
import { provePassword } from './prove-password.server.ts';

const PAGE = '/account/log-in';

/** Logs in whoever sent the form (spec §7, `do=login`). */
export async function logIn(visit: Visit): Promise<Outcome> {
  const { form } = visit;
  const { vb_login_username, vb_login_password: password, url: sentUrl, cookieuser: isKept } = requireFields(form, logInCall.form);
  const identifier = vb_login_username.trim();
  const url = ownPath(sentUrl) ?? '/';
  if (!identifier) return refusal('email', MESSAGES.identifier, url);
  if (password.trim() === '') return refusal('password', MESSAGES.password, url);
  if (!(await checkCaptcha(visit, 'login', form))) return refusal(undefined, MESSAGES.captcha, url);
  const proof = await provePassword(visit, identifier, password);
  if (!proof.account) return refusal('password', proof.message, url);
  const { account } = proof;
  if (!(await signIn(visit, account.userId, isKept, { provenHash: account.passwordHash })))
    return refusal('password', MESSAGES.wrongLogIn, url);
  if (isPlainForm(visit)) setAfterSignIn(visit, 'log-in');
  const answer: LogInAnswer = {
    success: true,
    successUrl: url,
    email: account.email,
    hasUnverifiedEmail: !account.hasVerifiedEmail,
    hasNotSetPassword: false,
  };
  return { answer, to: url, notice: LOGGED_IN };
}

function refusal(field: 'email' | 'password' | undefined, message: string, url: string): Outcome {
  const answer: LogInAnswer = { success: false, status: 'error', ...(field && { field }), message, error: message };
  // The plain form's inputs have the names of the call.
  const at = field && { email: 'vb_login_username', password: 'vb_login_password' }[field];
  return { answer, refused: { message, field: at }, to: `${PAGE}?url=${encodeURIComponent(url)}` };
}
