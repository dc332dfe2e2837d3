import * as z from 'zod/mini';

/** Names of the v3 action (spec §9). */
const action = z.enum(['registration', 'login'], { error: 'must be registration or login' });
export type CaptchaAction = z.infer<typeof action>;

/** What the captcha needs in the browser (spec §3, §7). */
export const captchaSettingsCall = {
  address: '/security/recaptcha/settings/',
  query: z.object({ action: z.optional(action) }),
  answer: z.object({
    recaptchaV3IsEnabled: z.boolean(),
    recaptchaV3PublicKey: z.string(),
    recaptchaV2IsRequired: z.boolean(),
    recaptchaV2PublicKey: z.string(),
  }),
};
export type CaptchaSettings = z.infer<typeof captchaSettingsCall.answer>;
