import * as z from 'zod/mini';
import { flag, positiveId } from '../../../lib/form-fields.ts';

/** Saves a deal, or takes it off the saved ones. */
export const saveCall = {
  address: '/ajax/save.php',
  // What is sent is a value, not a step.
  isRepeatable: true,
  form: z.object({ threadid: positiveId(), saved: flag }),
  answer: z.union([z.object({ threadid: z.number(), saved: z.boolean() }), z.object({ error: z.string() })]),
};
export type SaveAnswer = z.infer<typeof saveCall.answer>;
