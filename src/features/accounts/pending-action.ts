const KEY = 'pending-action';

/** Something a guest wanted to do, which happens once they are signed in. */
export type PendingAction =
  | { kind: 'vote'; postid: number; votetypeid: number; vote: number }
  /** `parentid` is 0 for a comment on the deal itself. */
  | { kind: 'comment'; threadid: number; parentid: number }
  | { kind: 'edit'; postid: number }
  | { kind: 'delete'; postid: number }
  | { kind: 'report'; postid: number };

/** How a kind of action is done. */
export type PendingHandler<Kind extends PendingAction['kind']> = (action: Extract<PendingAction, { kind: Kind }>) => void;

/** How each kind of action is done. */
export type PendingHandlers = { [Kind in PendingAction['kind']]: PendingHandler<Kind> };

/** Keeps an action for the page load after signing in. */
export const savePending = (action: PendingAction) => sessionStorage.setItem(KEY, JSON.stringify(action));

/** Forgets what waited: the guest would rather not. */
export const forgetPending = () => sessionStorage.removeItem(KEY);

/** The action that waits, if any. */
export function readPending(): PendingAction | undefined {
  const saved = sessionStorage.getItem(KEY);
  return saved === null ? undefined : (JSON.parse(saved) as PendingAction);
}
