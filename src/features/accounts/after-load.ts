/** What is saved for the next page load after somebody signed up or logged in (spec §4), and what it leads to. */

/** A popup of spec §2. `password` is one: add, then skipped or added. */
export type Popup = 'username' | 'verify' | 'password' | 'drawer';

export type Message =
  | { after: 'log-in'; hasUnverifiedEmail: boolean; hasNotSetPassword: boolean; email?: string }
  | {
      after: 'registration';
      email: string;
      showUsernameChangeModal: boolean;
      showVerificationSentModal: boolean;
      showOldVerificationSentModal: boolean;
    }
  /** By way of a provider, which may have verified the address already. */
  | { after: 'social-registration'; hasUnverifiedEmail: boolean };

/** The popups after the next page load, in the order in which they show (spec §4). */
export function popupsAfter(message: Message): Popup[] {
  if (message.after === 'log-in') {
    return [...(message.hasUnverifiedEmail ? ['verify' as const] : []), ...(message.hasNotSetPassword ? ['password' as const] : [])];
  }
  if (message.after === 'social-registration') return message.hasUnverifiedEmail ? ['username', 'verify'] : ['username'];
  if (message.showUsernameChangeModal) return ['username', 'verify'];
  if (message.showVerificationSentModal) return ['verify'];
  return message.showOldVerificationSentModal ? ['drawer'] : [];
}
