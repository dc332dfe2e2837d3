import * as z from 'zod/mini';
import { message } from '../../../lib/answers.ts';
import { optionalText, text, ignoredField } from '../../../lib/form-fields.ts';

/** Signing in with an access token of Facebook's (spec §4, §7). */
export const facebookCall = {
  address: '/facebook/sign-on/',
  form: z.object({ facebookAccessToken: text, regUrl: optionalText, actionSource: ignoredField }),
  answer: z.union([
    z.object({ status: z.literal('success'), redirect: z.string(), redirectPost: z.nullable(z.string()) }),
    z.object({ status: z.enum(['retry', 'ssoLink', 'permissionRequired']), message }),
  ]),
};
export type FacebookAnswer = z.infer<typeof facebookCall.answer>;
