import { openSignIn } from './open-sign-in.ts';
import { mayBeMember } from './viewer-store.ts';

const KEY = 'pending-action';

/** Something a guest wanted to do, which happens once they are signed in. */
export interface PendingAction {
  kind: string;
  [detail: string]: string | number;
}

/** Has a guest sign up or log in first; the action is then done after the page load. */
export function requireMember(action: PendingAction): void {
  sessionStorage.setItem(KEY, JSON.stringify(action));
  void openSignIn({ view: 'sign-up', actionSource: action.kind });
}

/** Forgets what waited: the guest would rather not. */
export const forgetPending = () => sessionStorage.removeItem(KEY);

/** Does what waited for signing in, each kind in its own way. */
export function performPending(ways: Record<string, (action: PendingAction) => void>): void {
  const saved = sessionStorage.getItem(KEY);
  if (!saved || !mayBeMember()) return;
  forgetPending();
  const action = JSON.parse(saved) as PendingAction;
  ways[action.kind]?.(action);
}
