import { map } from 'nanostores';
import { loadScript } from '../../../../ui/load-script.ts';
import { isFault } from '../../../session/calls.ts';
import type { CaptchaAction, CaptchaSettings } from '../../contracts/captcha-settings.ts';
import { MESSAGES } from '../../messages.ts';
import { signInSettings } from '../../sign-in-settings.ts';
import { getCaptchaSettings, type CaptchaTokens } from '../client.ts';
import { whenCaptchaReady } from './recaptcha.ts';

interface Captcha {
  settings: CaptchaSettings | null;
  /** What the ticked checkbox gave. */
  v2Token: string;
}

export const $captcha = map<Captcha>({ settings: null, v2Token: '' });

/** Asks whether a captcha is wanted for an action, where the site has one. */
export async function loadCaptcha(action: CaptchaAction): Promise<void> {
  if (!signInSettings().captcha) return;
  const settings = await getCaptchaSettings(action);
  $captcha.set({ settings: isFault(settings) ? null : settings, v2Token: '' });
}

export const keepCheckboxToken = (token: string) => $captcha.setKey('v2Token', token);

/** The tokens to send with an action; empty where no captcha is wanted or its script does not come. */
export async function captchaTokens(action: CaptchaAction): Promise<CaptchaTokens> {
  const { captcha } = signInSettings();
  const { settings, v2Token } = $captcha.get();
  if (!captcha || !settings?.recaptchaV3IsEnabled) return { v2: v2Token, v3: '' };
  const key = settings.recaptchaV3PublicKey;
  try {
    await loadScript(`${captcha}/recaptcha/api.js?render=${encodeURIComponent(key)}`);
    return { v2: v2Token, v3: await (await whenCaptchaReady()).execute(key, { action }) };
  } catch (error) {
    console.warn('The captcha did not answer', error);
    return { v2: v2Token, v3: '' };
  }
}

/**
 * Called after every refusal. Loads the checkbox when the server refused the captcha that needs no click (spec §9). An answer of the checkbox is used up whatever was
 * refused, so another box comes.
 */
export async function renewCaptcha(action: CaptchaAction, message: string): Promise<void> {
  const { settings, v2Token } = $captcha.get();
  if (message === MESSAGES.captcha && settings?.recaptchaV2PublicKey) await loadCaptcha(action);
  else if (settings && v2Token !== '') $captcha.set({ settings: { ...settings }, v2Token: '' });
}
