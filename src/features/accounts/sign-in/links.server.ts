import { ownPath } from '../../../lib/own-path.ts';
import type { FormCall } from '../../../server/http/endpoint.ts';
import { accountOf, claimAccount } from '../account.server.ts';
import { MESSAGES } from '../messages.ts';
import { emailKey, isEmail } from '../email.ts';
import { signIn, tellNextPage } from '../sessions.server.ts';
import { SETTINGS } from '../settings/page.ts';
import { takeToken } from '../tokens.server.ts';
import { limit, type Outcome, type Visit } from '../visit.server.ts';
import { requestLink } from './mail-request.server.ts';

const TOO_MANY = 'Too many tries. Please wait a few minutes.';
const USED_UP = 'This link was used already or is too old. Please ask for a new one.';

/** Sends a link that logs in, if the address has an account (spec §7, `do=requestLink`). */
export async function requestMagicLink({ context, form, network }: Visit): Promise<Outcome> {
  const email = (form.get('email') ?? '').trim();
  if (!isEmail(email)) {
    const { email: message } = MESSAGES;
    return { answer: { status: 'error', message }, refused: { message, field: 'email' }, to: '/account/magic-link' };
  }
  const url = ownPath(form.get('url'));
  await requestLink(context, 'magic-link', { email, network, ...(url && { url }) });
  return { answer: { status: 'ok' }, to: '/account/magic-link?sent=1' };
}

/** The page of a link, with its token. */
export const linkPage =
  (path: string) =>
  ({ form }: FormCall) =>
    `${path}?token=${encodeURIComponent(form.get('token') ?? '')}`;

const refusal = (to: string): Outcome => ({ answer: { status: 'error', message: USED_UP }, refused: { message: USED_UP }, to });

/** Logs in with a magic link; only this POST uses it up. */
export async function useMagicLink(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  const { db, clock } = context;
  await limit(context, 'token', network, TOO_MANY);
  const userId = await db.transaction().execute(async (transaction) => {
    const taken = await takeToken(transaction, 'magic-link', form.get('token') ?? '', clock());
    const account = taken && (await accountOf(transaction, taken.userId));
    if (!account || emailKey(account.email) !== emailKey(taken.email)) return undefined;
    await claimAccount(transaction, account, clock());
    return account.userId;
  });
  if (userId === undefined) return refusal('/account/magic-link');
  await context.limits.clear('wrong-password', userId);
  await signIn(visit, userId, form.get('cookieuser') === '1');
  tellNextPage(visit, 'log-in');
  const url = ownPath(form.get('url')) ?? '/';
  return { answer: { success: true, successUrl: url }, to: url };
}

/** Verifies an account's address by the link that was sent there. */
export async function verifyEmail({ context, form, network, session }: Visit): Promise<Outcome> {
  const { db, clock } = context;
  await limit(context, 'token', network, TOO_MANY);
  const isDone = await db.transaction().execute(async (transaction) => {
    const taken = await takeToken(transaction, 'verify-email', form.get('token') ?? '', clock());
    const account = taken && (await accountOf(transaction, taken.userId));
    if (!account || emailKey(account.email) !== emailKey(taken.email)) return false;
    await transaction.updateTable('accounts').set({ email_verified_at: clock() }).where('user_id', '=', account.userId).execute();
    return true;
  });
  if (!isDone) return refusal('/account/verify');
  return { answer: { status: 'success' }, to: session ? SETTINGS : '/account/verify?done=1', notice: 'Your email address is verified.' };
}
