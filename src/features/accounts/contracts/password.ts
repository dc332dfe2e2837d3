import * as z from 'zod/mini';
import { errorAnswer, message, success } from '../../../lib/answers.ts';
import { optionalText, text } from '../../../lib/form-fields.ts';

/** A member's password, for the first time or again (contract.md, Accounts). */
export const passwordCall = {
  address: '/forums/profile.php',
  do: 'updatepassword',
  form: z.object({ current_password: text, password: text, password_confirm: optionalText }),
  answer: z.union([success, z.object({ success: z.literal(false), field: z.string(), message }), errorAnswer]),
};
export type PasswordAnswer = z.infer<typeof passwordCall.answer>;
