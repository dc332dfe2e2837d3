import { mayBeMember } from '../session/signed-in.ts';
import { forgetPending, performAction, readPending, type PendingHandlers } from './pending-action.ts';

/** Does what waited for signing in; how, is loaded when something did. */
export function performPending(load: () => Promise<{ pendingHandlers: PendingHandlers }>): void {
  const action = readPending();
  if (!action || !mayBeMember()) return;
  forgetPending();
  void load().then(({ pendingHandlers }) => performAction(pendingHandlers, action));
}
