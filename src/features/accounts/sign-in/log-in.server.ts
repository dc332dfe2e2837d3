import { ownPath } from '../../../lib/own-path.ts';
import type { Context } from '../../../server/context.ts';
import { isPlainForm } from '../../../server/http/endpoint.ts';
import { isSet } from '../../../server/http/fields.ts';
import { findAccount, type Account } from '../account.server.ts';
import type { LogInAnswer } from '../contract.ts';
import { MESSAGES } from '../messages.ts';
import { emailKey } from '../email.ts';
import { settlePassword } from '../password.ts';
import { signIn, tellNextPage } from '../sessions.server.ts';
import { limit, orBusy, type Outcome, type Visit } from '../visit.server.ts';
import { isPerson } from './captcha-check.server.ts';

const PAGE = '/account/log-in';

/** Logs in whoever sent the form (spec §7, `do=login`). */
export async function logIn(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  const identifier = (form.get('vb_login_username') ?? '').trim();
  const password = form.get('vb_login_password') ?? '';
  const url = ownPath(form.get('url')) ?? '/';
  const isKept = isSet(form, 'cookieuser');
  if (!identifier) return refusal('email', MESSAGES.identifier, url);
  if (!password) return refusal('password', MESSAGES.password, url);
  if (!(await isPerson(visit, 'login', form))) return refusal(undefined, MESSAGES.captcha, url);
  const account = await provePassword(context, identifier, password, network);
  if (!account) return refusal('password', MESSAGES.wrongLogIn, url);
  if (!(await signIn(visit, account.userId, isKept, account.passwordHash))) return refusal('password', MESSAGES.wrongLogIn, url);
  if (isPlainForm(visit)) tellNextPage(visit, 'log-in');
  const answer: LogInAnswer = {
    ...{ success: true, successUrl: url, email: account.email },
    ...{ hasUnverifiedEmail: !account.hasVerifiedEmail, hasNotSetPassword: false },
  };
  return { answer, to: url };
}

function refusal(field: 'email' | 'password' | undefined, message: string, url: string): Outcome {
  const answer: LogInAnswer = { success: false, status: 'error', ...(field && { field }), message, error: message };
  // The plain form's inputs have the names of the call.
  const at = field && { email: 'vb_login_username', password: 'vb_login_password' }[field];
  return { answer, refused: { message, field: at }, to: `${PAGE}?url=${encodeURIComponent(url)}` };
}

/**
 * The account whose password this is. It takes as long when there is no such account, and as many queries.
 * @param network who tries, as limits count it
 * @throws Fault 429 after too many wrong ones, of this account or from this network
 */
export async function provePassword(context: Context, identifier: string, password: string, network: string): Promise<Account | undefined> {
  const { db, limits, passwords } = context;
  const account = await findAccount(db, identifier);
  // An account has one count, however it was named.
  const key = account ? `account ${account.userId}` : `nobody ${emailKey(identifier)}`;
  // Counted first and given back, so that many at once are not all let through.
  await limit(context, 'log-in', network);
  await limit(context, 'wrong-password', key);
  const tried = await passwords.verify(settlePassword(password), account?.passwordHash ?? null);
  if (!tried) {
    // Nobody has looked at it, so it counts for nothing.
    await limits.giveBack('log-in', network);
    await limits.giveBack('wrong-password', key);
  }
  const { right, outdated } = orBusy(tried);
  if (!account || !right) return undefined;
  await limits.giveBack('log-in', network);
  await limits.clear('wrong-password', key);
  return outdated ? renewHash(context, account, password) : account;
}

/** Hashes a password anew at today's cost; unless it was changed meanwhile. */
async function renewHash({ db, passwords }: Context, account: Account, password: string): Promise<Account> {
  const { userId, passwordHash } = account;
  const hash = await passwords.hash(settlePassword(password));
  if (!hash) return account;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...account, passwordHash: hash } : account;
}
