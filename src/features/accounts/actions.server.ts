import { actionNamed } from '../../server/http/action.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { LOGGED_OUT, signOut } from '../session/sign-in.server.ts';
import { logInCall } from './contracts/log-in.ts';
import { logOutCall, type LogOutAnswer } from './contracts/log-out.ts';
import { magicLinkCall } from './contracts/magic-link.ts';
import { passwordCall } from './contracts/password.ts';
import { requestResetCall } from './contracts/request-reset.ts';
import { resendVerificationCall, type VerificationAnswer } from './contracts/resend-verification.ts';
import { saveResetCall } from './contracts/save-reset.ts';
import { chooseTint } from './settings/avatar.server.ts';
import { deleteAccount, type Departure } from './settings/delete-account.server.ts';
import { disconnect } from './settings/disconnect.server.ts';
import { endOneSession, signOutElsewhere } from './settings/sign-out-elsewhere.server.ts';
import { giveUpEmailChange } from './settings/email.server.ts';
import { SETTINGS } from './settings/page.ts';
import { updatePassword } from './settings/password.server.ts';
import { logIn } from './sign-in/log-in.server.ts';
import { requestMagicLink } from './sign-in/links.server.ts';
import { requestVerification } from './sign-in/mail-request.server.ts';
import { register } from './sign-in/register.server.ts';
import { requestReset, saveReset } from './sign-in/reset.server.ts';
import { logInFirst, memberForm, NOT_SIGNED_IN, visitorForm, type MemberVisit, type Visit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';

/** Published pages have no token to log out with; the account page has one. */
const LOG_OUT_THERE = 'To log out, press “Log out here” on this page.';

/** What a form's `do` names, and the page that a plain form of it comes from. */
interface Action {
  back: string;
  /** For forms that published pages show without the member's token: the message on the page `back`, whose form has the token. */
  confirmation?: string;
  act(visit: Visit): Promise<Outcome>;
}

/** An address with several actions (spec §7): a table from `do` to what is done. */
const actions = (table: Record<string, Action>) =>
  visitorForm(
    (call) => table[nameIn(call) ?? '']?.back ?? '/account/log-in',
    (visit) => actionNamed(table, nameIn(visit)).act(visit),
    (call) => table[nameIn(call) ?? '']?.confirmation,
  );

/** The form says it; the address of the account page names the page, too. */
const nameIn = ({ form, query }: Pick<FormCall, 'form' | 'query'>) => form.get('do') ?? query.get('do');

/** `/forums/login.php` */
export const loginActions = actions({
  [logInCall.do]: { back: '/account/log-in', act: logIn },
  [logOutCall.do]: { back: SETTINGS, confirmation: LOG_OUT_THERE, act: logOut },
  [requestResetCall.do]: { back: '/account/reset-password', act: requestReset },
  [saveResetCall.do]: { back: '/account/reset-password', act: saveReset },
});

/** `/ajax/login/processAuthorization.php` */
export const authorizationActions = actions({ [magicLinkCall.do]: { back: '/account/magic-link', act: requestMagicLink } });

/** `/forums/register.php` */
export const registerActions = actions({
  addmember: { back: '/account/sign-up', act: register },
  [resendVerificationCall.do]: { back: SETTINGS, act: resendVerification },
});

const PROFILE = {
  [passwordCall.do]: updatePassword,
  updateavatar: chooseTint,
  signoutelsewhere: signOutElsewhere,
  endsession: endOneSession,
  disconnect,
  giveupemail: giveUpEmailChange,
};

/**
 * `/forums/profile.php`, for members alone.
 * @param departure what deleting an account undoes in features that this one does not know
 */
export const profileForm = (departure: Departure) => {
  const table: Record<string, (visit: MemberVisit) => Promise<Outcome>> = {
    ...PROFILE,
    deleteaccount: (visit) => deleteAccount(visit, departure),
  };
  return memberForm(SETTINGS, (visit) => actionNamed(table, nameIn(visit))(visit));
};

async function logOut(visit: Visit): Promise<Outcome> {
  await signOut(visit, visit.session);
  return { answer: { success: true } satisfies LogOutAnswer, to: '/', notice: LOGGED_OUT };
}

async function resendVerification(visit: Visit): Promise<Outcome> {
  const { context, session } = visit;
  const refused = (message: string): Outcome => ({
    answer: { status: 'error', message } satisfies VerificationAnswer,
    refused: { message },
    to: SETTINGS,
  });
  if (!session) return logInFirst(visit, NOT_SIGNED_IN, SETTINGS);
  if (session.hasVerifiedEmail) return refused('Your email address is verified already.');
  if (!(await requestVerification(context, session))) return refused('We have sent you several mails already. Please wait an hour.');
  const answer: VerificationAnswer = { status: 'success' };
  return { answer, to: SETTINGS, notice: `We've sent a verification email to ${session.email}.` };
}
