import type { PendingHandler } from '../accounts/pending-action.ts';

/** Presses the answer that a guest pressed before signing in. */
export const resumeCouponAnswer: PendingHandler<'coupon-result'> = ({ worked }) =>
  document.querySelector<HTMLButtonElement>(`[data-coupon] button[value="${worked}"]`)?.click();
