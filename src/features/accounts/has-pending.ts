import { inStorage } from '../../ui/in-storage.ts';

/** Key in the tab's storage of what waits for signing in. */
export const PENDING_KEY = 'pending-action';

/** Whether something waits for signing in. */
export const hasPending = (): boolean => Boolean(inStorage(() => sessionStorage.getItem(PENDING_KEY)));
