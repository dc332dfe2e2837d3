import * as z from 'zod/mini';
import { errorAnswer, message } from '../../../lib/answers.ts';
import { text } from '../../../lib/form-fields.ts';
import { PUSH_CALL } from '../../../lib/push-call.ts';
import { devicesAnswer } from './push-devices.ts';

/** Sends the member's pushes to this device, and no other member's. */
export const subscribePushCall = {
  address: PUSH_CALL,
  do: 'subscribe',
  isRepeatable: true,
  /** What the browser's `PushSubscription` says. */
  form: z.object({ endpoint: text, p256dh: text, auth: text }),
  answer: z.union([devicesAnswer, z.object({ success: z.literal(false), message }), errorAnswer]),
};
