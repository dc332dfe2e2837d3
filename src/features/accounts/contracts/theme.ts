import * as z from 'zod/mini';
import { errorAnswer, message, success } from '../../../lib/answers.ts';

/** A member's choice of theme, which their other browsers follow (spec §1). */
export const themeCall = {
  address: '/account/theme',
  isRepeatable: true,
  /** Midnight, light, or as the system has it. */
  form: z.object({ 'dark-mode': z.enum(['1', '0', '']) }),
  answer: z.union([success, z.object({ success: z.literal(false), message }), errorAnswer]),
};
