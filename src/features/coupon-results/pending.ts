import type { PendingHandler } from '../accounts/pending-action.ts';

/** Gives the answer that a guest pressed before signing in. */
export const resumeCouponAnswer: PendingHandler<'coupon-result'> = ({ about, code, worked }) =>
  void import('./ask.ts').then(({ answerFor }) => answerFor({ about, code }, worked));
