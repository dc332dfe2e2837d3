import { readCookie } from '../../../lib/read-cookie.ts';
import { getJson, postForm, postJson, type Fault } from '../../session/calls.ts';
import { captchaSettingsCall, type CaptchaAction } from '../contracts/captcha-settings.ts';
import { checkEmailCall } from '../contracts/check-email.ts';
import { facebookCall } from '../contracts/facebook.ts';
import { googleNonceCall } from '../contracts/google-nonce.ts';
import { googleCall } from '../contracts/google.ts';
import { logInCall } from '../contracts/log-in.ts';
import { magicLinkCall } from '../contracts/magic-link.ts';
import { registerCall } from '../contracts/register.ts';
import { requestResetCall } from '../contracts/request-reset.ts';
import { saveResetCall } from '../contracts/save-reset.ts';
import { MESSAGES } from '../messages.ts';
import { returnAddress } from './redirect-after-sign-in.ts';
import { actionSource } from './store.ts';

/** Tokens of the captcha's checkbox (v2) and of its score (v3); empty where there is none. */
export interface CaptchaTokens {
  v2: string;
  v3: string;
}

/** Where the browser refuses cookies, this is said before there is an account or a session: the page would load anew, and show a guest. */
const withCookies = async <Answer extends object>(send: () => Promise<Answer | Fault>): Promise<Answer | Fault> =>
  takesCookies() ? send() : { fault: MESSAGES.cookiesBlocked };

/** Whether the browser takes cookies, tried with one that is gone at once: some that refuse them have `navigator.cookieEnabled` all the same. */
function takesCookies(): boolean {
  document.cookie = 'cookie-check=1; path=/; samesite=lax';
  const isTaken = readCookie(document.cookie, 'cookie-check') !== undefined;
  document.cookie = 'cookie-check=; path=/; max-age=0; samesite=lax';
  return isTaken;
}

export const checkEmail = (email: string) => postForm(checkEmailCall, { email });

interface Registration {
  email: string;
  password: string;
  /** Of the deal alert that waits for the account. */
  criteriaid: string | undefined;
}

/** Registers a member (spec §7). */
export const sendRegistration = ({ email, password, criteriaid }: Registration, captcha: CaptchaTokens) =>
  withCookies(() =>
    postForm(registerCall, {
      email,
      password,
      criteriaid,
      action_source: actionSource(),
      agree: '1',
      older_than_13: '1',
      url: returnAddress(),
      'g-recaptcha-response': captcha.v2,
      recaptchaV3Token: captcha.v3,
      nsid: '',
      email_hash: '',
    }),
  );

/** Logs in by e-mail address or username. */
export const sendLogIn = (identifier: string, password: string, keep: boolean, captcha: CaptchaTokens) =>
  withCookies(() =>
    postForm(logInCall, {
      action_source: actionSource(),
      url: returnAddress(),
      vb_login_username: identifier,
      vb_login_password: password,
      recaptchaV2Token: captcha.v2,
      recaptchaV3Token: captcha.v3,
      'ajax-format': 'json',
      cookieuser: keep ? '1' : undefined,
      new_login_experience: '1',
    }),
  );

export const requestMagicLink = (email: string) => postForm(magicLinkCall, { email, url: returnAddress(), action_source: actionSource() });

export const requestReset = (email: string) => postForm(requestResetCall, { email });

export const sendNewPassword = (password: string, password_confirm: string, hash: string) =>
  postForm(saveResetCall, { password, password_confirm, hash });

export const getCaptchaSettings = (action: CaptchaAction) => getJson(captchaSettingsCall, { action });

export const getGoogleNonce = () => getJson(googleNonceCall, {});

export const sendGoogleCredential = (credential: string, clientId: string) =>
  withCookies(() => postJson(googleCall, { credential, clientId, regUrl: returnAddress(), actionSource: actionSource() }));

export const sendFacebookToken = (facebookAccessToken: string) =>
  withCookies(() => postForm(facebookCall, { facebookAccessToken, actionSource: actionSource(), regUrl: returnAddress() }));
