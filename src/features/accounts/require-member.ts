import { openSignIn } from './open-sign-in.ts';
import { mayBeMember } from '../session/store.ts';

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

/** How each kind of action is done. */
export type Ways = Record<string, (action: PendingAction) => void>;

/** Does what waited for signing in; how, is loaded when something did. */
export function performPending(load: () => Promise<{ WAYS: Ways }>): void {
  const saved = sessionStorage.getItem(KEY);
  if (!saved || !mayBeMember()) return;
  forgetPending();
  const action = JSON.parse(saved) as PendingAction;
  void load().then(({ WAYS }) => WAYS[action.kind]?.(action));
}
