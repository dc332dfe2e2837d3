import * as z from 'zod/mini';
import { idList } from '../../../lib/form-fields.ts';
import { MOST_HIDDEN } from '../hidden.ts';

/** Hides deals of the member's lists, or shows them again, and reads which are hidden. */
export const hideCall = {
  address: '/ajax/hide.php',
  isRepeatable: true,
  /** Thread ids, the last hidden first. */
  form: z.object({ 'hide[]': idList(MOST_HIDDEN), 'show[]': idList(MOST_HIDDEN) }),
  answer: z.union([z.object({ hidden: z.array(z.number()) }), z.object({ error: z.string() })]),
};
export type HideAnswer = z.infer<typeof hideCall.answer>;
