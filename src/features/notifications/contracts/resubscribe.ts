import * as z from 'zod/mini';
import { errorAnswer, success } from '../../../lib/answers.ts';
import { deliveryCall } from './delivery.ts';

/** Turns mails on again that were ended by a click, or that the address refused. */
export const resubscribeCall = {
  address: deliveryCall.address,
  do: 'resubscribe',
  isRepeatable: true,
  form: z.object({}),
  answer: z.union([success, errorAnswer]),
};
