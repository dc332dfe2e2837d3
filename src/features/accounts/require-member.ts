import { openModal } from './modal/store.ts';
import { forgetPending, performAction, readPending, savePending, type PendingAction, type PendingHandlers } from './pending-action.ts';
import { mayBeMember } from '../session/signed-in.ts';

/** Has a guest sign up or log in first; the action is then done after the page load. */
export function requireMember(action: PendingAction): void {
  savePending(action);
  openModal({ view: 'sign-up', actionSource: action.kind });
}

/** Does what waited for signing in; how, is loaded when something did. */
export function performPending(load: () => Promise<{ pendingHandlers: PendingHandlers }>): void {
  const action = readPending();
  if (!action || !mayBeMember()) return;
  forgetPending();
  void load().then(({ pendingHandlers }) => performAction(pendingHandlers, action));
}
