const KEY = 'pending-action';

/** Something a guest wanted to do, which happens once they are signed in. */
export interface PendingAction {
  kind: string;
  [detail: string]: string | number;
}

/** Keeps an action for the page load after signing in. */
export const savePending = (action: PendingAction) => sessionStorage.setItem(KEY, JSON.stringify(action));

/** Forgets what waited: the guest would rather not. */
export const forgetPending = () => sessionStorage.removeItem(KEY);

/** The action that waits, if any. */
export function readPending(): PendingAction | undefined {
  const saved = sessionStorage.getItem(KEY);
  return saved === null ? undefined : (JSON.parse(saved) as PendingAction);
}
