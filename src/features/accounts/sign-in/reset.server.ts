import { requireFields } from '../../../server/http/fields.ts';
import { accountOf, claimAccount, redeemLink } from '../account.server.ts';
import { newPasswordFault } from '../weak-passwords.server.ts';
import { requestResetCall, type ResetAnswer } from '../contracts/request-reset.ts';
import { saveResetCall } from '../contracts/save-reset.ts';
import { MESSAGES } from '../messages.ts';
import { rememberThisDevice } from '../../session/devices.server.ts';
import { emailKey, isEmail } from '../email.ts';
import { normalizePassword } from '../password.ts';
import { endSessions } from '../end-sessions.server.ts';
import { setPassword } from '../set-password.server.ts';
import { findToken } from '../../session/tokens.server.ts';
import { limit, requireHashed } from '../../session/limit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { RESET_PASSWORD } from '../mail-kinds.ts';
import { requestLink } from './mail-request.server.ts';
import { clearFailures } from './prove-password.server.ts';

const PAGE = '/account/reset-password';

/** Sends a link to reset a password, if the address has an account (spec §7, `do=emailpassword`). */
export async function requestReset({ context, form, network }: Visit): Promise<Outcome> {
  const email = requireFields(form, requestResetCall.form).email.trim();
  if (!isEmail(email)) return refusal(MESSAGES.email, PAGE, 'email');
  await requestLink(context, RESET_PASSWORD, { email, network });
  return { answer: { success: true } satisfies ResetAnswer, to: `${PAGE}?sent=1` };
}

/** Sets a new password with a link's hash (spec §7, `do=savepassword`). */
export async function saveReset(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  await limit(context, 'token', network, MESSAGES.manyTries);
  const { hash, password, password_confirm } = requireFields(form, saveResetCall.form);
  const back = `${PAGE}?hash=${encodeURIComponent(hash)}`;
  if (password !== password_confirm) return refusal(MESSAGES.confirmation, back, 'password_confirm');
  const fault = await resetPassword(visit, hash, password);
  // The page without a link has no field for a password.
  if (fault === MESSAGES.linkUsedUp) return refusal(fault, PAGE);
  if (fault) return refusal(fault, back, 'password');
  return { answer: { success: true } satisfies ResetAnswer, to: '/account/log-in', notice: 'Password Saved' };
}

const refusal = (message: string, to: string, field?: string): Outcome => ({
  answer: { success: false, errorMessage: message } satisfies ResetAnswer,
  refused: { message, field },
  to,
});

/** @returns why not; undefined when the password was set, every session ended, and log-ins are open again */
async function resetPassword(visit: Visit, hash: string, password: string): Promise<string | undefined> {
  const { context } = visit;
  const { db, clock, passwords } = context;
  const found = await findToken(db, 'reset-password', hash, clock());
  const account = found && (await accountOf(db, found.userId));
  if (!account || emailKey(account.email) !== emailKey(found.email)) return MESSAGES.linkUsedUp;
  // A password that cannot be taken does not use the link up.
  const fault = await newPasswordFault(context, password, account);
  if (fault) return fault;
  const passwordHash = requireHashed(await passwords.hash(normalizePassword(password)));
  const saved = await db.transaction().execute(async (transaction) => {
    const redeemed = await redeemLink(transaction, 'reset-password', hash, clock());
    if (!redeemed) return false;
    await claimAccount(transaction, redeemed, clock());
    await setPassword(transaction, account.userId, passwordHash);
    await endSessions(transaction, account.userId);
    // Somebody who read the member's mail may have connected a provider of their own. The member's provider connects again by the verified address.
    await transaction.deleteFrom('identities').where('user_id', '=', account.userId).execute();
    return true;
  });
  if (!saved) return MESSAGES.linkUsedUp;
  await clearFailures(context, account.userId);
  // Whoever reads the account's mail is no stranger in this browser.
  await rememberThisDevice(visit, account.userId);
  return undefined;
}
