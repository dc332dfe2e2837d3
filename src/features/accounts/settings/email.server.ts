import { queueMail } from '../../../server/mail/mail-kind.ts';
import { dropMailsOf } from '../../../server/mail/outbox.ts';
import { isUniqueViolation } from '../../../server/db/unique.ts';
import { accountOf, emailExists } from '../account.server.ts';
import { changeAddress } from '../former-accounts.server.ts';
import { MESSAGES } from '../messages.ts';
import { emailKey, isEmail } from '../email.ts';
import { refuseUsedLink } from '../sign-in/links.server.ts';
import { proveOwnPassword } from '../sign-in/prove-password.server.ts';
import { isKeptForAnother, keepPastEmail } from '../past-emails.server.ts';
import { succeeded, type Outcome } from '../../session/outcomes.server.ts';
import { lockSession } from '../../session/sessions.server.ts';
import { consumeToken, dropTokens } from '../../session/tokens.server.ts';
import { limit } from '../../session/limit.server.ts';
import type { MemberVisit, Visit } from '../../session/visit.server.ts';
import { SETTINGS } from './page.ts';
import { CHANGE_EMAIL, EMAIL_CHANGED, EMAIL_CHANGE_REQUESTED } from '../mail-kinds.ts';

const PAGE = '/account/email-update';

/** Asks for another e-mail address; it counts when it is confirmed, and the old one gets a mail about it (contract.md, Accounts). */
export async function requestEmailChange({ context, form, session, network }: MemberVisit): Promise<Outcome> {
  const { db, clock } = context;
  const email = (form.get('email') ?? '').trim();
  if (!session.isFresh) return refusal(MESSAGES.logInAgain);
  if (!isEmail(email)) return refusal(MESSAGES.email, 'email');
  if (emailKey(email) === emailKey(session.email)) return refusal('This is your email address already.', 'email');
  if (session.hasPassword) {
    const proof = await proveOwnPassword(context, session, form.get('password') ?? '');
    if (!proof.account) return refusal(proof.message, 'password');
  }
  await limit(context, 'mail-request', network, MESSAGES.manyMails);
  // Nobody has a stranger's address written to again and again.
  await limit(context, 'mail', `change-email ${emailKey(email)}`, MESSAGES.mailedOften);
  await limit(context, 'mail', `change-email from ${emailKey(session.email)}`, MESSAGES.mailedOften);
  if ((await emailExists(db, email)) || (await isKeptForAnother(db, email, clock(), session.userId)))
    return refusal('Another account has this email address.', 'email');
  const isDone = await db.transaction().execute(async (transaction) => {
    if (!(await lockSession(transaction, session))) return false;
    await queueMail(transaction, CHANGE_EMAIL, { userId: session.userId, email });
    await queueMail(transaction, EMAIL_CHANGE_REQUESTED, { email: session.email, newEmail: email });
    return true;
  });
  if (!isDone) return refusal(MESSAGES.logInAgain);
  const notice = `We've sent a confirmation email to ${email}. Your address changes once you confirm it.`;
  return { answer: { status: 'success' }, to: SETTINGS, notice };
}

const refusal = (message: string, field?: 'email' | 'password'): Outcome => ({
  answer: { status: 'error', ...(field && { field }), message },
  refused: { message, field },
  to: PAGE,
});

/** Gives up addresses that are not confirmed yet: their links are worth nothing from now on. */
export async function giveUpEmailChange({ context: { db }, session }: MemberVisit): Promise<Outcome> {
  await db.transaction().execute(async (transaction) => {
    // A mail that is being sent is waited for here, and its link goes with the others.
    await dropMailsOf(transaction, CHANGE_EMAIL.name, session.userId);
    await dropTokens(transaction, 'change-email', session.userId);
  });
  return succeeded(SETTINGS, `Your email address stays ${session.email}.`);
}

/** Makes the new address the account's, by the link that was sent there, and notifies the old one. */
export async function confirmEmailChange({ context, form, network, session }: Visit): Promise<Outcome> {
  const { db, clock } = context;
  await limit(context, 'token', network, MESSAGES.manyTries);
  const change = db.transaction().execute(async (transaction) => {
    const taken = await consumeToken(transaction, 'change-email', form.get('token') ?? '', clock());
    const account = taken && (await accountOf(transaction, taken.userId));
    if (!account || (await isKeptForAnother(transaction, taken.email, clock(), account.userId))) return false;
    // Only who was known to read the old address may have the account back there.
    if (account.hasVerifiedEmail) await keepPastEmail(transaction, account, clock());
    await transaction
      .updateTable('accounts')
      .set({ email: taken.email, email_key: emailKey(taken.email), email_verified_at: clock() })
      .where('user_id', '=', account.userId)
      .execute();
    await changeAddress(transaction, context, { userId: account.userId, from: account.email, to: taken.email });
    await queueMail(transaction, EMAIL_CHANGED, { userId: account.userId, email: account.email, newEmail: taken.email });
    return true;
  });
  const isDone = await change.catch((error: unknown) => {
    // Somebody registered with it meanwhile.
    if (isUniqueViolation(error)) return false;
    throw error;
  });
  const page = '/account/email-confirm';
  if (!isDone) return refuseUsedLink(page);
  return { answer: { status: 'success' }, to: session ? SETTINGS : page, notice: 'Your new email address is confirmed.' };
}
