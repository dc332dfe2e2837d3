import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { deliveryCall } from './delivery.ts';

/** Gives the member's private feeds other addresses. */
export const renewFeedCall = {
  address: deliveryCall.address,
  do: 'renewfeed',
  form: z.object({}),
  answer: z.union([z.object({ success: z.literal(true), rss: z.string(), json: z.string() }), errorAnswer]),
};
