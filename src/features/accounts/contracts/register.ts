import * as z from 'zod/mini';
import { message } from '../../../lib/answers.ts';
import { flag, optionalText, text, ignoredField } from '../../../lib/form-fields.ts';
import { REGISTER } from './addresses.ts';

const registered = z.object({
  successUrl: z.string(),
  username: z.string(),
  avatar: z.string(),
  /** Which popups show where the answer does not say (spec §3). */
  showUsernameChangeModal: z._default(z.boolean(), true),
  showVerificationSentModal: z._default(z.boolean(), true),
  showOldVerificationSentModal: z._default(z.boolean(), false),
});

/** Anything but a field of the form belongs to the form as a whole (spec §4). */
const fieldRefused = z.object({ field: z.enum(['email', 'password', 'captcha', 'agree']), message });

/** A registration, which signs in (spec §7, `do=addmember`). */
export const registerCall = {
  address: `${REGISTER}?do=addmember`,
  form: z.object({
    // Whoever sends the form has read what it says beside its button (spec §2); saying otherwise counts.
    agree: z._default(flag, true),
    older_than_13: z._default(flag, true),
    cookieuser: z._default(flag, false),
    email: text,
    password: text,
    password_confirm: optionalText,
    url: optionalText,
    /** Of the deal alert that waits for the account. */
    criteriaid: ignoredField,
    action_source: ignoredField,
    /** Read where the site has a captcha. */
    'g-recaptcha-response': ignoredField,
    recaptchaV3Token: ignoredField,
    nsid: ignoredField,
    email_hash: ignoredField,
  }),
  answer: z.union([registered, fieldRefused]),
};
export type FieldRefused = z.infer<typeof fieldRefused>;
export type RegistrationAnswer = z.infer<typeof registerCall.answer>;
