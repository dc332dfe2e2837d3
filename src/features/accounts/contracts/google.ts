import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { ignoredField } from '../../../lib/form-fields.ts';

/** Signing in with what Google's button gave (spec §7). */
export const googleCall = {
  address: '/auth/google/callback/',
  body: z.object({
    credential: z.string().check(z.minLength(1)),
    clientId: z.string().check(z.minLength(1)),
    regUrl: z.optional(z.string()),
    actionSource: ignoredField,
  }),
  answer: z.union([z.object({ redirect: z.string() }), errorAnswer]),
};
export type GoogleAnswer = z.infer<typeof googleCall.answer>;
