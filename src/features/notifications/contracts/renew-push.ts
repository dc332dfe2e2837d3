import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { text } from '../../../lib/form-fields.ts';
import { PUSH_CALL, RENEW_PUSH } from '../../../lib/push-call.ts';

/**
 * Changes the endpoint at which a device of the member's gets pushes, because its browser renewed the subscription. The service worker sends it
 * (`src/features/offline/renew-subscription.ts`).
 */
export const renewPushCall = {
  address: PUSH_CALL,
  do: RENEW_PUSH,
  isRepeatable: true,
  /** `renewed` is the previous endpoint; empty where the browser does not name it. */
  form: z.object({ renewed: text, endpoint: text, p256dh: text, auth: text }),
  answer: z.union([z.object({ success: z.boolean() }), errorAnswer]),
};
