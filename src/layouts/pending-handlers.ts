import { performWaiting, type PendingHandlers } from '../features/accounts/pending-action.ts';
import { resumeAlert } from '../features/alerts/pending.ts';
import { resumeComment, showComment } from '../features/comments/pending.ts';
import { resumeCouponAnswer } from '../features/coupon-results/pending.ts';
import { resumeReport } from '../features/reports/pending.ts';
import { resumeSave } from '../features/saved/pending.ts';
import { resumeVote } from '../features/votes/pending.ts';

/** How what a guest wanted to do is done after signing in, by its kind. */
const handlers: PendingHandlers = {
  vote: resumeVote,
  comment: resumeComment,
  // What was typed is kept as a draft; nothing is deleted without being asked again.
  edit: showComment,
  delete: showComment,
  report: resumeReport,
  // The form is there again with what was typed; it is posted by its author.
  post: () => undefined,
  save: resumeSave,
  'coupon-result': resumeCouponAnswer,
  alert: resumeAlert,
};

export const perform = () => performWaiting(handlers);
