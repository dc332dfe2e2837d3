import { getJson, postForm, postJson } from '../../session/calls.ts';
import type {
  CaptchaAction,
  CaptchaSettings,
  FacebookAnswer,
  GoogleAnswer,
  LogInAnswer,
  RegistrationAnswer,
  ResetAnswer,
} from '../contract.ts';
import { returnAddress } from './redirect-after-sign-in.ts';
import { actionSource } from './store.ts';

/** Tokens of the captcha's checkbox (v2) and of its score (v3); empty where there is none. */
export interface CaptchaTokens {
  v2: string;
  v3: string;
}

const LOG_IN = '/forums/login.php';

export const checkEmail = (email: string) => postForm<{ emailExists: boolean }>('/ajax/usercheck.php', { email });

interface Registration {
  email: string;
  password: string;
  /** Of the deal alert that waits for the account. */
  criteriaid: string | undefined;
}

/** Registers a member (spec §7). */
export const sendRegistration = (given: Registration, captcha: CaptchaTokens) =>
  postForm<RegistrationAnswer>('/forums/register.php?do=addmember', {
    ...given,
    action_source: actionSource(),
    agree: '1',
    older_than_13: '1',
    url: returnAddress(),
    'g-recaptcha-response': captcha.v2,
    recaptchaV3Token: captcha.v3,
    nsid: '',
    email_hash: '',
  });

/** Logs in by e-mail address or username. */
export const sendLogIn = (identifier: string, password: string, keep: boolean, captcha: CaptchaTokens) =>
  postForm<LogInAnswer>(LOG_IN, {
    do: 'login',
    action_source: actionSource(),
    url: returnAddress(),
    vb_login_username: identifier,
    vb_login_password: password,
    recaptchaV2Token: captcha.v2,
    recaptchaV3Token: captcha.v3,
    'ajax-format': 'json',
    cookieuser: keep ? '1' : undefined,
    new_login_experience: '1',
  });

export const requestMagicLink = (email: string) =>
  postForm<{ status: string }>('/ajax/login/processAuthorization.php', {
    do: 'requestLink',
    email,
    url: returnAddress(),
    action_source: actionSource(),
  });

export const requestReset = (email: string) => postForm<ResetAnswer>(LOG_IN, { do: 'emailpassword', email });

export const sendNewPassword = (password: string, password_confirm: string, hash: string) =>
  postForm<ResetAnswer>(LOG_IN, { password, password_confirm, do: 'savepassword', hash });

export const getCaptchaSettings = (action: CaptchaAction) => getJson<CaptchaSettings>(`/security/recaptcha/settings/?action=${action}`);

export const getGoogleNonce = () => getJson<{ nonce: string }>('/auth/google/nonce/');

export const sendGoogleCredential = (credential: string, clientId: string) =>
  postJson<GoogleAnswer>('/auth/google/callback/', { credential, clientId, regUrl: returnAddress(), actionSource: actionSource() });

export const sendFacebookToken = (facebookAccessToken: string) =>
  postForm<FacebookAnswer>('/facebook/sign-on/', { facebookAccessToken, actionSource: actionSource(), regUrl: returnAddress() });
