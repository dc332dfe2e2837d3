import type { Problem } from '../../ui/Form.tsx';
import { alertAddressFault, signUpForAlert } from '../accounts/sign-up-for-alert.ts';
import { sendAlert } from './client.ts';
import type { AddAnswer } from './contracts/answers.ts';
import type { AlertFields } from './draft.ts';
import { MESSAGES } from './messages.ts';
import { notePageAdded } from './note-added.ts';

/** The answer about an alert that is there now. */
export type Added = Extract<AddAnswer, { success: true }>;

/** Why an alert was not added. */
interface Refused {
  problem: Problem;
  isUnconfirmed?: true;
  /** Whether an address is needed. */
  isGuest?: true;
}

/**
 * Adds an alert. A guest is led on to signing up, or in where the address is known; the alert is made after that.
 * @param email a guest's address; undefined where somebody is signed in
 * @param makeWay closes this dialog; called before another one opens
 */
export async function addAlert(
  fields: AlertFields,
  email: string | undefined,
  makeWay: () => void,
): Promise<{ added: Added } | 'elsewhere' | Refused> {
  const fault = email === undefined ? undefined : alertAddressFault(email);
  if (fault !== undefined) return { problem: { at: 'email', message: fault } };
  const answer = await sendAlert(fields);
  if ('unconfirmed' in answer) return { problem: { at: null, message: MESSAGES.unconfirmed }, isUnconfirmed: true };
  if ('doLogin' in answer) {
    if (email === undefined) return { problem: { at: 'email', message: MESSAGES.signedOut }, isGuest: true };
    await signUpForAlert(email.trim(), { kind: 'alert', criteriaId: answer.criteriaId, fields: { ...fields } }, makeWay);
    return 'elsewhere';
  }
  if (!answer.success) return { problem: { at: null, message: answer.message } };
  notePageAdded();
  return { added: answer };
}
