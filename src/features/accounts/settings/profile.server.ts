import { ownCookie } from '../../../server/http/cookies.ts';
import { SECONDS_A_YEAR } from '../../shell/cookies.ts';
import { STYLE_ID } from '../../shell/theme.ts';
import { isSet, requireFields } from '../../../server/http/fields.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import { dropMails } from '../../../server/mail/outbox.ts';
import type { Db } from '../../../server/db/database.ts';
import type { Context } from '../../../server/context.ts';
import { newPasswordFault } from '../weak-passwords.server.ts';
import { passwordCall, type PasswordAnswer } from '../contracts/password.ts';
import { themeCall } from '../contracts/theme.ts';
import { usernameCall, type UsernameAnswer } from '../contracts/username.ts';
import { rememberThisDevice } from '../../session/devices.server.ts';
import { rememberAccount } from '../former-accounts.server.ts';
import { MESSAGES } from '../messages.ts';
import { normalizePassword } from '../password.ts';
import { endSessionOf, isStillSignedIn } from '../../session/sessions.server.ts';
import { signOut } from '../../session/sign-in.server.ts';
import { endSessions } from '../end-sessions.server.ts';
import { proveOwnPassword } from '../sign-in/prove-password.server.ts';
import { setPassword } from '../set-password.server.ts';
import { changeUsername } from '../usernames.server.ts';
import { limit, requireHashed, type MemberVisit, type Outcome } from '../../session/visit.server.ts';
import { SETTINGS } from './page.ts';
import { ACCOUNT_DELETED, PROVIDER_DISCONNECTED } from '../mail-kinds.ts';

/** Gives the member another name (spec §7, changeUsername.php). */
export async function saveUsername({ context, form, session }: MemberVisit): Promise<Outcome> {
  await limit(context, 'new-name', session.userId, 'You have changed your name too often. Please wait an hour.');
  const { username: name } = requireFields(form, usernameCall.form);
  const fault = await changeUsername(context, session, name);
  if (fault) await context.limits.giveBack('new-name', session.userId);
  const notice = `Your name is now ${name}.`;
  if (!fault) return { answer: { status: 'success' } satisfies UsernameAnswer, to: SETTINGS, notice, changesPages: true };
  const answer: UsernameAnswer = { status: 'error', errors: [fault], message: fault };
  return { answer, refused: { message: fault, field: 'username' }, to: SETTINGS };
}

/** Sets the member's password, for the first time or again; all other sessions end (contract.md, Accounts). */
export async function updatePassword(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { db, passwords } = context;
  const { current_password, password, password_confirm } = requireFields(form, passwordCall.form);
  if (!session.isFresh) return passwordRefusal('current_password', MESSAGES.logInAgain);
  if (session.hasPassword) {
    const proof = await proveOwnPassword(context, session, current_password);
    if (!proof.account) return passwordRefusal('current_password', proof.message);
  }
  const fault = await newPasswordFault(context, password, session);
  if (fault) return passwordRefusal('password', fault);
  if (password !== password_confirm) return passwordRefusal('password_confirm', MESSAGES.confirmation);
  const passwordHash = requireHashed(await passwords.hash(normalizePassword(password)));
  const isDone = await db.transaction().execute(async (transaction) => {
    if (!(await isStillSignedIn(transaction, session))) return false;
    await setPassword(transaction, session.userId, passwordHash);
    await endSessions(transaction, session.userId, session.tokenHash);
    return true;
  });
  if (!isDone) return passwordRefusal('current_password', MESSAGES.logInAgain);
  await rememberThisDevice(visit, session.userId);
  const notice = 'Your password was changed, and all other devices were signed out.';
  return { answer: { success: true } satisfies PasswordAnswer, to: SETTINGS, notice };
}

const passwordRefusal = (field: string, message: string): Outcome => ({
  answer: { success: false, field, message } satisfies PasswordAnswer,
  refused: { message, field },
  to: SETTINGS,
});

/** Signs the member out on every other device. */
export async function signOutElsewhere(visit: MemberVisit): Promise<Outcome> {
  const { context, session } = visit;
  await endSessions(context.db, session.userId, session.tokenHash);
  await rememberThisDevice(visit, session.userId);
  return done('You are signed out everywhere else.');
}

/** Ends one of the member's sessions, by what the account page shows of it. */
export async function endOneSession(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const ended = await endSessionOf(context.db, session.userId, form.get('session') ?? '');
  if (!ended) return refusal('That session has already ended.');
  if (Buffer.compare(ended, session.tokenHash) !== 0) return done('That browser is signed out.');
  await signOut(visit, undefined);
  return { answer: { success: true }, to: '/' };
}

/** Disconnects the member from a provider, as long as there is another way to sign in. */
export async function disconnect({ context, form, session }: MemberVisit): Promise<Outcome> {
  const { db } = context;
  const provider = form.get('provider');
  if (provider !== 'google' && provider !== 'facebook') return refusal('Choose what to disconnect.');
  if (!session.hasPassword) return refusal('Add a password first, so that you can still log in.');
  const { userId } = session;
  await db.transaction().execute(async (transaction) => {
    const dropped = await transaction
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .returning('user_id')
      .executeTakeFirst();
    if (dropped) await queueMail(transaction, PROVIDER_DISCONNECTED, { userId, provider });
  });
  return done(`Your account is no longer connected with ${provider === 'google' ? 'Google' : 'Facebook'}.`);
}

/** Stores the member's choice of theme, which their other devices follow; this one has it in cookies (spec §1). */
export async function saveTheme({ context, cookies, form, session }: MemberVisit): Promise<Outcome> {
  const parsed = themeCall.form.shape['dark-mode'].safeParse(form.get('dark-mode'));
  if (!parsed.success) return refusal('Choose a theme from the list.');
  const choice = DARK_MODE[parsed.data];
  await context.db.updateTable('accounts').set({ dark_mode: choice }).where('user_id', '=', session.userId).execute();
  const kept = { ...ownCookie(context), maxAge: choice === null ? 0 : SECONDS_A_YEAR };
  cookies.set('style-id', String(STYLE_ID[choice ? 'midnight' : 'light']), kept);
  cookies.set('dark-mode', choice ? '1' : '0', kept);
  return done('Your theme was saved.');
}

/** Light, midnight, or as the system has it. */
const DARK_MODE = { '0': false, '1': true, '': null } as const;

/** Removes a member's votes and the like from other features, in the transaction that deletes the account. */
export type RevokeContributions = (transaction: Db, userId: number, now: Date) => Promise<void>;

/**
 * Deletes the account and what is known of the member, less what `rememberAccount` keeps; what they wrote stays as a deleted
 * member's.
 */
export async function deleteAccount(visit: MemberVisit, revokeContributions: RevokeContributions): Promise<Outcome> {
  const { context, form, session } = visit;
  if (!session.isFresh) return refusal(MESSAGES.logInAgain, 'delete_password');
  if (!isSet(form, 'confirm')) return refusal('Please tick the box if you want to delete your account.', 'confirm');
  if (session.hasPassword) {
    const proof = await proveOwnPassword(context, session, form.get('delete_password') ?? '');
    if (!proof.account) return refusal(proof.message, 'delete_password');
  }
  await forget(context, session.userId, revokeContributions);
  await signOut(visit, undefined);
  return { answer: { success: true }, to: '/account/goodbye', notice: 'Your account was deleted.', changesPages: true };
}

async function forget(context: Context, userId: number, revokeContributions: RevokeContributions): Promise<void> {
  const { db, clock } = context;
  await db.transaction().execute(async (transaction) => {
    await revokeContributions(transaction, userId, clock());
    const email = await rememberAccount(transaction, context, userId);
    // Another window was faster.
    if (email === undefined) return;
    await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
    await dropMails(transaction, { userId, email });
    await queueMail(transaction, ACCOUNT_DELETED, { email });
  });
}

const done = (notice: string): Outcome => ({ answer: { success: true }, to: SETTINGS, notice });

const refusal = (message: string, field?: string): Outcome => ({
  answer: { success: false, ...(field && { field }), message },
  refused: { message, field },
  to: SETTINGS,
});
