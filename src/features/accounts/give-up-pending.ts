import { FAILED } from '../session/messages.ts';
import { clearPending } from './pending-action.ts';
import { showError } from './popups/store.ts';

/** Says that what waited for signing in cannot be done, in place of doing it. */
export function perform(): void {
  clearPending();
  showError(FAILED);
}
