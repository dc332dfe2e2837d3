import { $session, renewSession } from '../session/store.ts';
import { openModal } from './modal/store.ts';
import { savePending, type PendingAction } from './pending-action.ts';

/** Why the modal opened, by what the guest wanted to do. */
const REASONS: Record<PendingAction['kind'], string> = {
  vote: 'Sign up to vote. Your vote is kept until then.',
  comment: 'Sign up to comment. What you wrote is kept until then.',
  edit: 'Log in to change your comment. What you wrote is kept until then.',
  delete: 'Log in to delete your comment.',
  report: 'Sign up to report this.',
  post: 'Log in to post this deal. What you typed is kept until then.',
  save: 'Sign up to save deals, starting with this one.',
  'coupon-result': 'Sign up to say whether a coupon worked.',
  alert: 'Sign up to get deal alerts. Your alert will be created then.',
};

/** Asks a guest to sign up or log in first; the action is done after the page load that follows. */
export function requireMember(action: PendingAction): void {
  // A page that still shows a member, whose session has ended.
  if ($session.get()?.user) void renewSession();
  savePending(action);
  openModal({ view: 'sign-up', actionSource: action.kind, reason: REASONS[action.kind] });
}
