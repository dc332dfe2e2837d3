import * as z from 'zod/mini';
import { errorAnswer, success } from '../../../lib/answers.ts';
import { deliveryCall } from './delivery.ts';

/** Resumes mails that were ended by a click, or stopped because the address refused them. */
export const resubscribeCall = {
  address: deliveryCall.address,
  do: 'resubscribe',
  isRepeatable: true,
  form: z.object({}),
  answer: z.union([success, errorAnswer]),
};
