import { isFault } from '../session/calls.ts';
import { isEmail } from './email.ts';
import { MESSAGES } from './messages.ts';
import { checkEmail } from './modal/client.ts';
import { logInInstead } from './modal/log-in/store.ts';
import { openModal } from './modal/store.ts';
import { savePending, type PendingAction } from './pending-action.ts';

/** What is wrong with the address that a guest wants an alert for, if anything. */
export const alertAddressFault = (email: string): string | undefined => (isEmail(email.trim()) ? undefined : MESSAGES.email);

/**
 * Asks a guest for a password for their alert, or to log in where the address is known (spec §2, Deal-alert registration modal; §4, Tab switch).
 * The next page load sees to it that the alert is there.
 * @param makeWay called before the modal opens
 */
export async function signUpForAlert(email: string, alert: PendingAction<'alert'>, makeWay: () => void): Promise<void> {
  const answer = await checkEmail(email);
  const isKnown = !isFault(answer) && answer.emailExists;
  makeWay();
  savePending(alert);
  openModal({ view: isKnown ? 'log-in' : 'deal-alert', actionSource: 'deal-alert', email, criteriaId: alert.criteriaId });
  if (isKnown) logInInstead(email);
}
