import type { Problem } from '../../ui/Form.tsx';
import { MESSAGES } from './messages.ts';
import { isLongEnough, passwordFault } from './password.ts';

/** Whether a confirmation is as it should be (spec §5). */
export const isConfirmed = (password: string, confirmation: string) => isLongEnough(password) && password === confirmation;

/** What is wrong with a new password and its confirmation, if anything. */
export function newPasswordProblem(password: string, confirmation: string): Problem | null {
  const fault = passwordFault(password);
  if (fault) return { at: 'password', message: MESSAGES[fault] };
  return password === confirmation ? null : { at: 'confirmation', message: MESSAGES.confirmation };
}
