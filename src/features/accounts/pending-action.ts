import { inStorage } from '../../ui/in-storage.ts';
import { PENDING_KEY } from './has-pending.ts';

/** Something a guest wanted to do, which happens once they are signed in. */
export type PendingAction<Kind extends PendingKind = PendingKind> = { [K in Kind]: { kind: K } & Pending[K] }[Kind];

/** What each kind of action is about. */
interface Pending {
  vote: { postid: number; votetypeid: number; vote: number };
  /** `parentid` is 0 for a comment on the deal itself. */
  comment: { threadid: number; parentid: number };
  edit: { postid: number };
  delete: { postid: number };
  report: { postid: number };
  save: { threadid: number };
  /** What was typed of the deal is kept by the form itself. */
  post: object;
  /** Whether the code of a deal or an offer, `about`, worked; `1` or `0`. */
  'coupon-result': { about: string; code: string; worked: string };
  /** The fields of the call that adds the alert, in case signing in did not add it. */
  alert: { criteriaId: string | undefined; fields: Record<string, string> };
}
type PendingKind = keyof Pending;

/** How a kind of action is done. */
export type PendingHandler<Kind extends PendingKind> = (action: PendingAction<Kind>) => void;

/** How each kind of action is done. */
export type PendingHandlers = { [Kind in PendingKind]: PendingHandler<Kind> };

const performAction = <Kind extends PendingKind>(handlers: PendingHandlers, action: PendingAction<Kind>) => handlers[action.kind](action);

/** Keeps an action for the page load after signing in. */
export const savePending = (action: PendingAction) => inStorage(() => sessionStorage.setItem(PENDING_KEY, JSON.stringify(action)));

/** Clears the pending action: the guest has changed their mind. */
export const clearPending = () => inStorage(() => sessionStorage.removeItem(PENDING_KEY));

/** Does the pending action, if there still is one. It is cleared first, so that it is done once. */
export function performWaiting(handlers: PendingHandlers): void {
  const saved = inStorage(() => sessionStorage.getItem(PENDING_KEY));
  clearPending();
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- only savePending writes there
  if (saved) performAction(handlers, JSON.parse(saved) as PendingAction);
}
