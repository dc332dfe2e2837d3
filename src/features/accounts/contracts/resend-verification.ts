import * as z from 'zod/mini';
import { errorAnswer, successStatus } from '../../../lib/answers.ts';
import { REGISTER } from './addresses.ts';

/** Having the mail that verifies an address sent again (spec §7, `do=emailcode`). */
export const resendVerificationCall = {
  address: REGISTER,
  do: 'emailcode',
  form: z.object({}),
  answer: z.union([successStatus, errorAnswer]),
};
export type VerificationAnswer = z.infer<typeof resendVerificationCall.answer>;
