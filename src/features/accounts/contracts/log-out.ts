import * as z from 'zod/mini';
import { success } from '../../../lib/answers.ts';
import { LOGIN } from './addresses.ts';

/** Ends the session (contract.md, Accounts). */
export const logOutCall = { address: LOGIN, do: 'logout', form: z.object({}), answer: success };
export type LogOutAnswer = z.infer<typeof logOutCall.answer>;
