import type { Context } from '../../../server/context.ts';
import { queueMail } from '../../../server/mail/outbox.ts';
import { accountOf, claimAccount } from '../account.server.ts';
import { newPasswordFault } from '../weak-passwords.server.ts';
import type { ResetAnswer } from '../contract.ts';
import { MESSAGES } from '../messages.ts';
import { emailKey, isEmail } from '../email.ts';
import { settlePassword } from '../password.ts';
import { endSessions } from '../sessions.server.ts';
import { dropTokens, findToken, takeToken } from '../tokens.server.ts';
import { limit, orBusy, type Outcome, type Visit } from '../visit.server.ts';
import { requestLink } from './mail-request.server.ts';

const PAGE = '/account/reset-password';
const USED_UP = 'This link was used already or is too old. Please request a new one.';

/** Sends a link to reset a password, if the address has an account (spec §7, `do=emailpassword`). */
export async function requestReset({ context, form, network }: Visit): Promise<Outcome> {
  const email = (form.get('email') ?? '').trim();
  if (!isEmail(email)) return refusal(MESSAGES.email, PAGE, 'email');
  await requestLink(context, 'reset-password', { email, network });
  return { answer: { success: true } satisfies ResetAnswer, to: `${PAGE}?sent=1` };
}

/** Sets a new password with a link's hash (spec §7, `do=savepassword`). */
export async function saveReset({ context, form, network }: Visit): Promise<Outcome> {
  await limit(context, 'token', network, 'Too many tries. Please wait a few minutes.');
  const [hash, password] = [form.get('hash') ?? '', form.get('password') ?? ''];
  const back = `${PAGE}?hash=${encodeURIComponent(hash)}`;
  if (password !== form.get('password_confirm')) return refusal(MESSAGES.confirmation, back, 'password_confirm');
  const fault = await resetPassword(context, hash, password);
  if (fault) return refusal(fault, fault === USED_UP ? PAGE : back, 'password');
  return { answer: { success: true } satisfies ResetAnswer, to: '/account/log-in', notice: 'Password Saved' };
}

const refusal = (message: string, to: string, field?: string): Outcome => ({
  answer: { success: false, errorMessage: message } satisfies ResetAnswer,
  refused: { message, field },
  to,
});

/** @returns why not; undefined when the password was set, every session ended, and log-ins are open again */
async function resetPassword(context: Context, hash: string, password: string): Promise<string | undefined> {
  const { db, clock, passwords, limits } = context;
  const found = await findToken(db, 'reset-password', hash, clock());
  const account = found && (await accountOf(db, found.userId));
  if (!account || emailKey(account.email) !== emailKey(found.email)) return USED_UP;
  // A password that cannot be taken does not use the link up.
  const fault = newPasswordFault(password, account.email);
  if (fault) return fault;
  const passwordHash = orBusy(await passwords.hash(settlePassword(password)));
  const saved = await db.transaction().execute(async (transaction) => {
    if (!(await takeToken(transaction, 'reset-password', hash, clock()))) return false;
    await claimAccount(transaction, account, clock());
    await setPassword(transaction, account.userId, passwordHash);
    await endSessions(transaction, account.userId);
    return true;
  });
  if (!saved) return USED_UP;
  await limits.clear('wrong-password', account.userId);
  return undefined;
}

/** Stores a password's hash, tells the member by mail, and makes links that stood for the old one worthless. */
export async function setPassword(transaction: Context['db'], userId: number, passwordHash: string): Promise<void> {
  await transaction.updateTable('accounts').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();
  await dropTokens(transaction, 'reset-password', userId);
  await dropTokens(transaction, 'magic-link', userId);
  await queueMail(transaction, 'password-changed', { userId });
}
