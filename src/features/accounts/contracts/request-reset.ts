import * as z from 'zod/mini';
import { message, success } from '../../../lib/answers.ts';
import { text } from '../../../lib/form-fields.ts';
import { LOGIN } from './addresses.ts';

/** Asking for a reset, and its final step, answer the same (spec §7). */
export const resetAnswer = z.union([success, z.object({ success: z.literal(false), errorMessage: message })]);
export type ResetAnswer = z.infer<typeof resetAnswer>;

/** Requests a mail with a link to set a new password. */
export const requestResetCall = { address: LOGIN, do: 'emailpassword', form: z.object({ email: text }), answer: resetAnswer };
