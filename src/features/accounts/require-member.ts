import { openModal } from './modal/store.ts';
import { savePending, type PendingAction } from './pending-action.ts';

/** Has a guest sign up or log in first; the action is then done after the page load. */
export function requireMember(action: PendingAction): void {
  savePending(action);
  openModal({ view: 'sign-up', actionSource: action.kind });
}
