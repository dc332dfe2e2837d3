/** What the accounts' calls answer and say (spec §3, §7, §8; contract.md, Accounts): the same for server and browser. */

/** Who is looking (contract.md, Session). */
export interface Viewer {
  userid: number;
  username: string;
  avatar: string;
  reputation: number;
  hasUnverifiedEmail: boolean;
  hasNotSetPassword: boolean;
  /** The member's own choice of theme; null follows the system. */
  darkMode: boolean | null;
}

export interface SessionAnswer {
  user: Viewer | null;
  securitytoken: string;
}

/** `securitytoken` of whoever is not signed in (spec §6). */
export const GUEST_TOKEN = 'guest';

/** A field of the sign-up and log-in forms that a message belongs to. */
export type AccountField = 'email' | 'password';

/** A protocol fault, and every outcome that has no shape of its own (contract.md, Rules for every call). */
export interface ErrorAnswer {
  status: 'error';
  message: string;
}

export interface LoggedIn {
  success: true;
  successUrl: string;
  email: string;
  hasUnverifiedEmail: boolean;
  hasNotSetPassword: boolean;
}
export interface LogInRefused extends ErrorAnswer {
  success: false;
  field?: AccountField;
  error: string;
}
export type LogInAnswer = LoggedIn | LogInRefused;

export interface Registered {
  successUrl: string;
  username: string;
  avatar: string;
  showUsernameChangeModal: boolean;
  showVerificationSentModal: boolean;
  showOldVerificationSentModal: boolean;
}
export interface FieldRefused {
  field: AccountField;
  message: string;
}
export type RegistrationAnswer = Registered | FieldRefused;

/** Asking for a reset, and its final step. */
export type ResetAnswer = { success: true } | { success: false; errorMessage: string };

export type StatusAnswer = { status: 'success' } | (ErrorAnswer & { errors?: string[]; field?: AccountField });
export type UsernameCheckAnswer = { status: 'success'; message: string } | ErrorAnswer;
export type PasswordAnswer = { success: true } | { success: false; field: string; message: string };

export type FacebookAnswer =
  | { status: 'success'; redirect: string; redirectPost: string | null }
  | { status: 'retry' | 'ssoLink' | 'permissionRequired'; message: string };
export type GoogleAnswer = { redirect: string } | ErrorAnswer;

/** Captcha settings (spec §3). */
export interface CaptchaSettings {
  recaptchaV3IsEnabled: boolean;
  recaptchaV3PublicKey: string;
  recaptchaV2IsRequired: boolean;
  recaptchaV2PublicKey: string;
}
/** Names of the v3 action (spec §9). */
export type CaptchaAction = 'registration' | 'login';

/** Texts of the spec (§4, §5, §8), and this site's own where the spec has none. */
export const MESSAGES = {
  email: 'Please enter a valid email address',
  identifier: 'Please enter your email address or username',
  password: 'Please enter a password',
  passwordHelp: 'Use 8 or more characters',
  passwordLong: 'Use at most 128 characters',
  passwordCommon: 'This password is too common. Please choose another one.',
  confirmation: 'Must match the password',
  alreadyMember: 'Looks like you already have an account.',
  alreadyMemberNoTabs: "Looks like you already have an account. Click 'Log In' to proceed.",
  wrongLogIn: 'This password is not right, or there is no such account.',
  failed: 'An error has occurred. Please try again.',
  resetRequestFailed: 'Something went wrong. Please try again.',
  resetFailed: 'Password reset failed',
  magicLinkFailed: 'Unable to request magic link. Please try again later',
  unexpected: 'An unexpected error occurred. Try again later',
  somethingWrong: 'Something went wrong...',
  usernameFailed: 'Something went wrong.',
  usernameFree: 'Yay! This username is available.',
  usernameTaken: 'This username is taken. Please choose another one.',
  usernameRule: 'Use 3 to 20 letters, digits, dots, hyphens and underscores.',
  network: 'A network error occurred. Please try again.',
  tooMany: 'Too many tries. Please wait a few minutes, or reset your password.',
  captcha: 'We could not tell that you are a person. Please try again.',
  logInAgain: 'For your safety, please log in again first.',
  wrongPassword: 'This is not your current password.',
} as const;
