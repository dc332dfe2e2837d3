import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CaptchaAction, CaptchaSettings } from './contracts/captcha-settings.ts';

/** A v3 score below this means that the visitor is probably not a person. */
const LEAST_SCORE = 0.5;
const ANSWER_MS = 5_000;

const verdict = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  score: z.number().optional(),
});

/** What a browser got from the captcha; '' and undefined are nothing. */
export interface CaptchaTokens {
  v3Token?: string | undefined;
  v2Token?: string | undefined;
  /** The visitor's network address. */
  address?: string | undefined;
}

interface CaptchaOutcome {
  passes: boolean;
  /** Whether the next try needs a token of v2, because v3 did not take the visitor for a person or is not available. */
  v2Required: boolean;
}

/**
 * What the browser needs (spec §3, contract.md); keys that are not set are ''. Both actions have the same ones.
 * @param v2Required whether v3 has failed this visitor before
 */
export function captchaSettings(
  { config: { captcha } }: Pick<Context, 'config'>,
  { v2Required }: { v2Required: boolean },
): CaptchaSettings {
  return {
    recaptchaV3IsEnabled: captcha?.v3 !== undefined,
    recaptchaV3PublicKey: captcha?.v3?.publicKey ?? '',
    recaptchaV2IsRequired: captcha?.v2 !== undefined && (v2Required || !captcha.v3),
    recaptchaV2PublicKey: captcha?.v2?.publicKey ?? '',
  };
}

/**
 * Asks whether a visitor is a person: v3 by its score, else v2. Everybody is while no keys are set; nobody is while the
 * captcha's server does not answer.
 */
export async function passesCaptcha(
  { config }: Pick<Context, 'config'>,
  action: CaptchaAction,
  { v3Token, v2Token, address }: CaptchaTokens,
): Promise<CaptchaOutcome> {
  const { captcha } = config;
  if (!captcha) return { passes: true, v2Required: false };
  const host = new URL(config.siteUrl).hostname;
  const check = (secret: string, response: string) => siteVerify(captcha.url, { secret, response, ...(address && { remoteip: address }) });
  if (captcha.v3 && v3Token) {
    const verdict = await check(captcha.v3.secret, v3Token);
    const isPerson = verdict?.success && verdict.hostname === host && verdict.action === action && (verdict.score ?? 0) >= LEAST_SCORE;
    if (isPerson) return { passes: true, v2Required: false };
  }
  if (captcha.v2 && v2Token) {
    const verdict = await check(captcha.v2.secret, v2Token);
    if (verdict?.success && verdict.hostname === host) return { passes: true, v2Required: false };
  }
  return { passes: false, v2Required: captcha.v2 !== undefined };
}

/** @returns undefined when there is no answer */
async function siteVerify(url: string, form: Record<string, string>): Promise<z.infer<typeof verdict> | undefined> {
  try {
    const answer = await fetch(new URL('/recaptcha/api/siteverify', url), {
      method: 'POST',
      body: new URLSearchParams(form),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    });
    return answer.ok ? verdict.parse(await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}
