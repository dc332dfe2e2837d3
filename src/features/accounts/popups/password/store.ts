import { map } from 'nanostores';
import type { Problem } from '../../../../ui/Form.tsx';
import { isFault } from '../../../session/calls.ts';
import { newPasswordProblem } from '../../new-password.ts';
import { changeViewer } from '../../../session/store.ts';
import { sendPassword } from '../client.ts';

interface AddPassword {
  /** Spec §4, Password popup. */
  step: 'initial' | 'skipped' | 'added';
  password: string;
  confirmation: string;
  problem: Problem | null;
  busy: boolean;
}

export const $password = map<AddPassword>({ step: 'initial', password: '', confirmation: '', problem: null, busy: false });

const change = (to: Partial<AddPassword>) => $password.set({ ...$password.get(), ...to });

export const setFields = (text: { password: string } | { confirmation: string }) => change(text);

export const skip = () => change({ step: 'skipped' });

export async function savePassword(): Promise<void> {
  const { password, confirmation } = $password.get();
  const wrong = newPasswordProblem(password, confirmation);
  if (wrong) return change({ problem: wrong });
  change({ problem: null, busy: true });
  const answer = await sendPassword(password, confirmation);
  change({ busy: false });
  if (isFault(answer)) return change({ problem: { at: null, message: answer.fault } });
  if ('message' in answer) {
    const at = 'field' in answer && answer.field === 'password' ? 'password' : null;
    return change({ problem: { at, message: answer.message } });
  }
  changeViewer({ hasNotSetPassword: false });
  change({ step: 'added', password: '', confirmation: '' });
}
