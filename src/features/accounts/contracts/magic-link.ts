import * as z from 'zod/mini';
import { errorAnswer } from '../../../lib/answers.ts';
import { text, ignoredField } from '../../../lib/form-fields.ts';

/** Requests a mail with a link that logs in (spec §7; contract.md, Accounts). */
export const magicLinkCall = {
  address: '/ajax/login/processAuthorization.php',
  do: 'requestLink',
  form: z.object({ email: text, url: text, action_source: ignoredField }),
  answer: z.union([z.object({ status: z.literal('ok') }), errorAnswer]),
};
export type MagicLinkAnswer = z.infer<typeof magicLinkCall.answer>;
