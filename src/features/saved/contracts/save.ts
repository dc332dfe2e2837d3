import * as z from 'zod/mini';
import { flag, positiveId } from '../../../lib/form-fields.ts';

/** Saves a deal, or removes it from the saved ones. */
export const saveCall = {
  address: '/ajax/save.php',
  // The call sends the wanted state, not a toggle.
  isRepeatable: true,
  form: z.object({ threadid: positiveId(), saved: flag }),
  answer: z.union([z.object({ threadid: z.number(), saved: z.boolean() }), z.object({ error: z.string() })]),
};
export type SaveAnswer = z.infer<typeof saveCall.answer>;
