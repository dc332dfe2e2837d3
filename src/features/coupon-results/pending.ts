import type { PendingHandler } from '../accounts/pending-action.ts';
import { answerFor } from './ask.ts';

/** Gives the answer that a guest pressed before signing in. */
export const resumeCouponAnswer: PendingHandler<'coupon-result'> = ({ about, code, worked }) => answerFor({ about, code }, worked);
