import { isIPv4 } from 'node:net';
import { requireFields } from '../../../server/http/fields.ts';
import { ownCookie } from '../../../server/http/cookies.ts';
import type { Call } from '../../../server/http/endpoint.ts';
import { captchaSettings, passesCaptcha } from '../captcha.server.ts';
import { captchaSettingsCall, type CaptchaAction, type CaptchaSettings } from '../contracts/captcha-settings.ts';

/** Remembers in the browser that v3 was not sure of it, so that it is asked for v2 next. */
const COOKIE = 'captcha-v2';
const SECONDS = 600;

type Visited = Pick<Call, 'context' | 'cookies' | 'network'>;

/**
 * Has the configured captcha look at a form, and the next form in this browser be looked at by v2 where v3 was not sure.
 * @returns whether whoever sent it is a person, as far as it tells
 */
export async function checkCaptcha({ context, cookies, network }: Visited, action: CaptchaAction, form: URLSearchParams): Promise<boolean> {
  if (!context.config.captcha) return true;
  const v2Token = form.get('recaptchaV2Token') ?? form.get('g-recaptcha-response') ?? '';
  const { passes, v2Required } = await passesCaptcha(context, action, {
    v3Token: form.get('recaptchaV3Token') ?? '',
    v2Token,
    address: isIPv4(network) ? network : undefined,
  });
  if (v2Required) cookies.set(COOKIE, '1', { ...ownCookie(context), httpOnly: true, maxAge: SECONDS });
  return passes;
}

/** Answers `/security/recaptcha/settings/` (spec §3, §7). */
export function answerCaptchaSettings({ context, cookies, query }: Pick<Call, 'context' | 'cookies' | 'query'>): CaptchaSettings {
  requireFields(query, captchaSettingsCall.query);
  return captchaSettings(context, { v2Required: cookies.has(COOKIE) });
}
