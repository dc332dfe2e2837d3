import { map } from 'nanostores';
import type { Problem } from '../../../../ui/Form.tsx';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { isEmail } from '../../email.ts';
import { requestReset, sendNewPassword } from '../client.ts';
import { newPasswordProblem } from '../../new-password.ts';
import { generalProblem } from '../error-message.ts';
import { $opened, showView } from '../store.ts';

interface Reset {
  /** Spec §4, Password reset; `saved` ends what a link began. */
  step: 'request' | 'sent' | 'saved';
  email: string;
  password: string;
  confirmation: string;
  problem: Problem | null;
  busy: boolean;
}

export const $reset = map<Reset>({ step: 'request', email: '', password: '', confirmation: '', problem: null, busy: false });

const change = (to: Partial<Reset>) => $reset.set({ ...$reset.get(), ...to });

export const setFields = (text: Partial<Pick<Reset, 'email' | 'password' | 'confirmation'>>) => change(text);

/** Opens the request step, with the address where it is known. */
export function beginReset(identifier: string): void {
  change({ step: 'request', email: isEmail(identifier) ? identifier : '', problem: null });
  showView('reset');
}

/** @param isValid what the browser itself says of the address (spec §5); a blank one is valid to it */
export async function submitRequest(isValid: boolean): Promise<void> {
  const email = $reset.get().email.trim();
  if (!isValid || !email) return change({ problem: { at: 'email', message: MESSAGES.email } });
  change({ email, problem: null, busy: true });
  const answer = await requestReset(email);
  change({ busy: false });
  if (isFault(answer)) change({ problem: generalProblem(answer.fault === MESSAGES.failed ? MESSAGES.resetRequestFailed : answer.fault) });
  else if (!answer.success) change({ problem: generalProblem(answer.errorMessage || MESSAGES.resetRequestFailed) });
  else change({ step: 'sent' });
}

/** The final step: the hash of the link stands for whoever got the mail. */
export async function submitNewPassword(): Promise<void> {
  const { password, confirmation } = $reset.get();
  const wrong = newPasswordProblem(password, confirmation);
  if (wrong) return change({ problem: wrong });
  change({ problem: null, busy: true });
  const answer = await sendNewPassword(password, confirmation, $opened.get()?.hash ?? '');
  change({ busy: false });
  if (isFault(answer)) change({ problem: generalProblem(answer.fault === MESSAGES.failed ? MESSAGES.resetFailed : answer.fault) });
  else if (!answer.success) change({ problem: generalProblem(answer.errorMessage || MESSAGES.resetFailed) });
  else change({ step: 'saved', password: '', confirmation: '' });
}
