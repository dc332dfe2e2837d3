import * as z from 'zod/mini';
import { errorAnswer, success } from '../../../lib/answers.ts';

/** Has mails come again that were ended by a click, or that the address refused. */
export const resubscribeCall = {
  address: '/account/delivery',
  do: 'resubscribe',
  isRepeatable: true,
  form: z.object({}),
  answer: z.union([success, errorAnswer]),
};
