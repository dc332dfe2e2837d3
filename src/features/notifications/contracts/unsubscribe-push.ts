import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { positiveId, text } from '../../../lib/form-fields.ts';
import { PUSH_CALL } from '../../../lib/push-call.ts';
import { devicesAnswer } from './push-devices.ts';

/** Ends the member's pushes to a device, named by its id in the list or by its endpoint. Nothing happens when it gets none. */
export const unsubscribePushCall = {
  address: PUSH_CALL,
  do: 'unsubscribe',
  isRepeatable: true,
  form: z.object({ id: z.optional(positiveId()), endpoint: text }),
  answer: z.union([devicesAnswer, errorAnswer]),
};
