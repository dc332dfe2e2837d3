import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { positiveId, text } from '../../../lib/form-fields.ts';
import { PUSH_CALL } from '../../../lib/push-call.ts';
import { devicesAnswer } from './push-devices.ts';

/** Has a device get no pushes of the member any more: named by its id in the list, or by its endpoint. One that gets none is left so. */
export const unsubscribePushCall = {
  address: PUSH_CALL,
  do: 'unsubscribe',
  isRepeatable: true,
  form: z.object({ id: z.optional(positiveId()), endpoint: text }),
  answer: z.union([devicesAnswer, errorAnswer]),
};
