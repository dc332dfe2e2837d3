import { map } from 'nanostores';
import type { Problem } from '../../../../ui/Form.tsx';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { isEmail } from '../../email.ts';
import { captchaTokens, renewCaptcha } from '../captcha/store.ts';
import { requestMagicLink, sendLogIn } from '../client.ts';
import { redirectAfterSignIn } from '../redirect-after-sign-in.ts';
import { generalProblem, problemOf } from '../error-message.ts';
import { showView } from '../store.ts';
import { remember, remembered } from './remembered.ts';

interface LogIn {
  /** Who, the password, or a magic link that is on its way (spec §2). */
  step: 'identifier' | 'password' | 'inbox';
  identifier: string;
  password: string;
  rememberMe: boolean;
  /** Shown above the form. */
  notice: string | null;
  problem: Problem | null;
  busy: boolean;
}

/** What has been entered to log in. */
export const $logIn = map<LogIn>({
  step: 'identifier',
  identifier: remembered(),
  password: '',
  rememberMe: remembered() !== '',
  notice: null,
  problem: null,
  busy: false,
});

const change = (to: Partial<LogIn>) => $logIn.set({ ...$logIn.get(), ...to });

export const setFields = (entered: Partial<Pick<LogIn, 'identifier' | 'password' | 'rememberMe'>>) => change(entered);

export const backTo = (step: 'identifier' | 'password') => change({ step, problem: null, notice: null });

/** Switches from a registration whose address is known already (spec §4). */
export function logInInstead(identifier: string): void {
  change({ step: 'identifier', identifier, notice: MESSAGES.alreadyMember, problem: null });
  showView('log-in');
}

export function submitIdentifier(): void {
  const identifier = $logIn.get().identifier.trim();
  if (identifier === '') return change({ problem: { at: 'email', message: MESSAGES.identifier } });
  change({ identifier, step: 'password', notice: null, problem: null });
}

/** Logs in, and goes on to the page that says what is missing of the account. */
export async function submitPassword(): Promise<void> {
  const { identifier, password, rememberMe } = $logIn.get();
  if (password.trim() === '') return change({ problem: { at: 'password', message: MESSAGES.password } });
  change({ problem: null, busy: true });
  const answer = await sendLogIn(identifier, password, rememberMe, await captchaTokens('login'));
  if (isFault(answer) || !answer.success) {
    const refusal = isFault(answer) ? { message: answer.fault } : answer;
    await renewCaptcha('login', refusal.message);
    return refuse(problemOf(refusal));
  }
  remember(identifier, rememberMe);
  const { email, hasUnverifiedEmail, hasNotSetPassword } = answer;
  redirectAfterSignIn(answer.successUrl, { after: 'log-in', email, hasUnverifiedEmail, hasNotSetPassword });
}

/** Says what is wrong at the step that has the field. */
const refuse = (problem: Problem) => change({ problem, busy: false, step: problem.at === 'email' ? 'identifier' : 'password' });

/** Requests a magic link; a username alone has no address to send it to. */
export async function submitMagicLink(): Promise<void> {
  const { identifier, busy } = $logIn.get();
  if (busy) return;
  if (!isEmail(identifier)) return change({ step: 'identifier', problem: { at: 'email', message: MESSAGES.email } });
  change({ problem: null, busy: true });
  const answer = await requestMagicLink(identifier);
  if (isFault(answer)) return change({ problem: generalProblem(MESSAGES.unexpected), busy: false });
  if (answer.status !== 'ok') return change({ problem: generalProblem(MESSAGES.magicLinkFailed), busy: false });
  change({ step: 'inbox', busy: false });
}
