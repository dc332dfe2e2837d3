import * as z from 'zod/mini';
import { text } from '../../../lib/form-fields.ts';
import { USER_CHECK } from './addresses.ts';

/** Whether an address has an account (spec §7). */
export const checkEmailCall = {
  address: USER_CHECK,
  isRepeatable: true,
  form: z.object({ email: text }),
  answer: z.object({ emailExists: z.boolean() }),
};
export type EmailCheckAnswer = z.infer<typeof checkEmailCall.answer>;
