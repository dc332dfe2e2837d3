import type { PendingHandler } from '../accounts/pending-action.ts';

/** Says that a guest's alert is there, once they are signed in. */
export const resumeAlert: PendingHandler<'alert'> = (alert) =>
  void import('./alert-after-sign-in.ts').then(({ finishAlert }) => finishAlert(alert));
