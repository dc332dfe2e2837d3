import type { Problem } from '../../../ui/Form.tsx';
import { isFault } from '../../session/calls.ts';
import { captchaTokens, renewCaptcha } from './captcha/store.ts';
import { sendRegistration } from './client.ts';
import { redirectAfterSignIn } from './redirect-after-sign-in.ts';
import { problemOf } from './error-message.ts';
import { $opened } from './store.ts';

/** Registers, and goes on to the page that welcomes the member. @returns why not */
export async function register(email: string, password: string): Promise<Problem | null> {
  const criteriaid = $opened.get()?.criteriaId;
  const answer = await sendRegistration({ email, password, criteriaid }, await captchaTokens('registration'));
  if (isFault(answer) || !('successUrl' in answer)) {
    const refusal = isFault(answer) ? { message: answer.fault } : answer;
    await renewCaptcha('registration', refusal.message);
    return problemOf(refusal);
  }
  redirectAfterSignIn(answer.successUrl, { after: 'registration', email, ...answer });
  return null;
}
