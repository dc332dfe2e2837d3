/** What the accounts' calls answer and say (spec §3, §7, §8; contract.md, Accounts): the same for server and browser. */

/** A field of the sign-up and log-in forms that a message belongs to. */
export type AccountField = 'email' | 'password';

/** A protocol fault, and every outcome that has no shape of its own (contract.md, Rules for every call). */
interface ErrorAnswer {
  status: 'error';
  message: string;
}

interface LoggedIn {
  success: true;
  successUrl: string;
  email: string;
  hasUnverifiedEmail: boolean;
  hasNotSetPassword: boolean;
}
interface LogInRefused extends ErrorAnswer {
  success: false;
  field?: AccountField;
  error: string;
}
export type LogInAnswer = LoggedIn | LogInRefused;

interface Registered {
  successUrl: string;
  username: string;
  avatar: string;
  showUsernameChangeModal: boolean;
  showVerificationSentModal: boolean;
  showOldVerificationSentModal: boolean;
}
export interface FieldRefused {
  /** Anything but a field of the form is said of the form as a whole (spec §4). */
  field: AccountField | 'captcha' | 'agree';
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
