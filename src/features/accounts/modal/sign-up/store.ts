import { map } from 'nanostores';
import type { Problem } from '../../../../ui/Form.tsx';
import { isFault } from '../../../session/calls.ts';
import { MESSAGES } from '../../messages.ts';
import { isEmail } from '../../email.ts';
import { checkEmail } from '../client.ts';
import { logInInstead } from '../log-in/store.ts';
import { newPasswordProblem } from '../../new-password.ts';
import { register } from '../register.ts';
import { $opened } from '../store.ts';

interface SignUp {
  /** The address, then the password (spec §2). */
  step: 'email' | 'password';
  email: string;
  password: string;
  confirmation: string;
  problem: Problem | null;
  busy: boolean;
}

/** The draft of a registration; it stays while the modal is closed. */
export const $signUp = map<SignUp>({ step: 'email', email: '', password: '', confirmation: '', problem: null, busy: false });

const change = (to: Partial<SignUp>) => $signUp.set({ ...$signUp.get(), ...to });

export const setFields = (text: Partial<Pick<SignUp, 'email' | 'password' | 'confirmation'>>) => change(text);

export const backToEmail = () => change({ step: 'email', problem: null });

/** From the address to the password, unless somebody has that address already (spec §4). */
export async function submitEmail(): Promise<void> {
  const email = $signUp.get().email.trim();
  if (!isEmail(email)) return change({ email, problem: { at: 'email', message: MESSAGES.email } });
  change({ email, problem: null, busy: true });
  const answer = await checkEmail(email);
  change({ busy: false });
  // The password step shows whether the address is free, too.
  if (isFault(answer)) console.warn('The address could not be checked:', answer.fault);
  else if (answer.emailExists) return alreadyMember(email);
  change({ step: 'password' });
}

function alreadyMember(email: string): void {
  if ($opened.get()?.logIn ?? true) return logInInstead(email);
  change({ problem: { at: 'email', message: MESSAGES.alreadyMemberNoTabs } });
}

/** Registers with what was entered, and goes back to the field that is wrong. */
export async function submitPassword(): Promise<void> {
  const { email, password, confirmation } = $signUp.get();
  const wrong = newPasswordProblem(password, confirmation);
  if (wrong) return change({ problem: wrong });
  change({ problem: null, busy: true });
  const problem = await register(email, password);
  // On the way to the next page the form stays as it is.
  if (problem) change({ problem, busy: false, step: problem.at === 'email' ? 'email' : 'password' });
}
