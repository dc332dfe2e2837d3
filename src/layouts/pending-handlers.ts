import type { PendingHandlers } from '../features/accounts/pending-action.ts';
import { addAlertByItself } from '../features/alerts/pending.ts';
import { commentByItself, showComment } from '../features/comments/pending.ts';
import { answerByItself } from '../features/coupon-results/pending.ts';
import { reportByItself } from '../features/reports/pending.ts';
import { saveByItself } from '../features/saved/pending.ts';
import { voteByItself } from '../features/votes/pending.ts';

/** How what a guest wanted to do is done after signing in, by its kind. */
export const pendingHandlers: PendingHandlers = {
  vote: voteByItself,
  comment: commentByItself,
  // What was typed is kept as a draft; nothing is deleted without being asked again.
  edit: showComment,
  delete: showComment,
  report: reportByItself,
  save: saveByItself,
  'coupon-result': answerByItself,
  alert: addAlertByItself,
};
