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

/** Asks a guest to sign up, and a member whose session has ended to log in; the action is done after the page load that follows. */
export function requireMember(action: PendingAction): void {
  // The page still shows them.
  const isFormerMember = Boolean($session.get()?.user);
  if (isFormerMember) void renewSession();
  savePending(action);
  const reason = REASONS[action.kind];
  openModal({
    view: isFormerMember ? 'log-in' : 'sign-up',
    actionSource: action.kind,
    reason: isFormerMember ? `Your session has ended. ${reason.replace(/^Sign up/, 'Log in')}` : reason,
  });
}
