import * as z from 'zod/mini';
import { errorAnswer, successStatus } from '../../../lib/answers.ts';
import { text } from '../../../lib/form-fields.ts';

/** Another name (spec §7). */
export const usernameCall = {
  address: '/forums/changeUsername.php',
  form: z.object({ username: text }),
  answer: z.union([successStatus, z.extend(errorAnswer, { errors: z.optional(z.array(z.string())) })]),
};
export type UsernameAnswer = z.infer<typeof usernameCall.answer>;
