import * as z from 'zod/mini';
import { errorAnswer, message } from '../../../lib/answers.ts';
import { text, ignoredField } from '../../../lib/form-fields.ts';
import { USER_CHECK } from './addresses.ts';

/** Whether a name is free (spec §7). */
export const checkUsernameCall = {
  address: USER_CHECK,
  isRepeatable: true,
  do: 'registration-username',
  form: z.object({ username: text, changeUsernameForm: ignoredField }),
  answer: z.union([z.object({ status: z.literal('success'), message }), errorAnswer]),
};
export type UsernameCheckAnswer = z.infer<typeof checkUsernameCall.answer>;
