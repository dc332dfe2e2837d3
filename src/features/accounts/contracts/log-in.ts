import * as z from 'zod/mini';
import { message } from '../../../lib/answers.ts';
import { flag, optionalText, text, ignoredField } from '../../../lib/form-fields.ts';
import { LOGIN } from './addresses.ts';

const loggedIn = z.object({
  success: z.literal(true),
  successUrl: z.string(),
  email: z.string(),
  hasUnverifiedEmail: z.boolean(),
  hasNotSetPassword: z.boolean(),
});

const refused = z.object({
  success: z.literal(false),
  status: z.literal('error'),
  field: z.optional(z.enum(['email', 'password'])),
  message,
  error: z.string(),
});

/** A log-in by e-mail address or username (spec §7). */
export const logInCall = {
  address: LOGIN,
  do: 'login',
  form: z.object({
    vb_login_username: text,
    vb_login_password: text,
    url: optionalText,
    cookieuser: z._default(flag, false),
    action_source: ignoredField,
    /** Read where the site has a captcha. */
    recaptchaV2Token: ignoredField,
    recaptchaV3Token: ignoredField,
    'ajax-format': ignoredField,
    new_login_experience: ignoredField,
  }),
  answer: z.union([loggedIn, refused]),
};
export type LogInAnswer = z.infer<typeof logInCall.answer>;
