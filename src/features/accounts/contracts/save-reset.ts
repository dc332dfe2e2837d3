import * as z from 'zod/mini';
import { optionalText, text } from '../../../lib/form-fields.ts';
import { LOGIN } from './addresses.ts';
import { resetAnswer } from './request-reset.ts';

/** Sets a new password with a link's hash (spec §7). */
export const saveResetCall = {
  address: LOGIN,
  do: 'savepassword',
  form: z.object({ hash: text, password: text, password_confirm: optionalText }),
  answer: resetAnswer,
};
