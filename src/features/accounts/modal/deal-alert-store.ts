import { map } from 'nanostores';
import type { Problem } from '../../../ui/Form.tsx';
import { MESSAGES } from '../messages.ts';
import { passwordFault } from '../password.ts';
import { register } from './register.ts';
import { $opened } from './store.ts';

interface DealAlertSignUp {
  password: string;
  problem: Problem | null;
  busy: boolean;
}

export const $dealAlert = map<DealAlertSignUp>({ password: '', problem: null, busy: false });

const change = (to: Partial<DealAlertSignUp>) => $dealAlert.set({ ...$dealAlert.get(), ...to });

export const writePassword = ({ password }: { password: string }) => change({ password });

/** Registers for the alert that waits; the address was given with it. */
export async function submitDealAlert(): Promise<void> {
  const { password } = $dealAlert.get();
  const fault = passwordFault(password);
  if (fault) return change({ problem: { at: 'password', message: MESSAGES[fault] } });
  change({ problem: null, busy: true });
  const problem = await register($opened.get()?.email ?? '', password);
  // The address cannot be changed here, nor focused.
  if (problem) change({ problem: problem.at === 'email' ? { ...problem, at: null } : problem, busy: false });
}
