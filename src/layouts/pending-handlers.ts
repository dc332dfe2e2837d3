import { performWaiting, type PendingHandlers } from '../features/accounts/pending-action.ts';
import { resumeAlert } from '../features/alerts/pending.ts';
import { resumeComment, showComment } from '../features/comments/pending.ts';
import { resumeCouponAnswer } from '../features/coupon-results/pending.ts';
import { resumeReport } from '../features/reports/pending.ts';
import { resumeSave } from '../features/saved/pending.ts';
import { resumeVote } from '../features/votes/pending.ts';

/** Handlers that resume a guest's action after signing in, by kind. */
const handlers: PendingHandlers = {
  vote: resumeVote,
  comment: resumeComment,
  // What was typed is kept as a draft; nothing is deleted without being asked again.
  edit: showComment,
  delete: showComment,
  report: resumeReport,
  // The form is shown again with what was typed; its author posts it.
  post: () => undefined,
  save: resumeSave,
  'coupon-result': resumeCouponAnswer,
  alert: resumeAlert,
};

export const perform = () => performWaiting(handlers);
