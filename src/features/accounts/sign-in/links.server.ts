import { ownPath } from '../../../lib/own-path.ts';
import type { Context } from '../../../server/context.ts';
import type { TokenPurpose } from '../../../server/db/schema/accounts.ts';
import type { FormCall } from '../../../server/http/endpoint.ts';
import { isSet, requireFields } from '../../../server/http/fields.ts';
import { accountOf, claimAccount, redeemLink } from '../account.server.ts';
import { magicLinkCall, type MagicLinkAnswer } from '../contracts/magic-link.ts';
import { MESSAGES } from '../messages.ts';
import { isEmail } from '../email.ts';
import type { Flash } from '../../session/flash.server.ts';
import { setAfterSignIn } from '../../session/session-cookies.server.ts';
import { LOGGED_IN, signIn } from '../../session/sign-in.server.ts';
import { SETTINGS } from '../settings/page.ts';
import { findToken } from '../../session/tokens.server.ts';
import { limit } from '../../session/limit.server.ts';
import { visitorForm, type Visit } from '../../session/visit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import { MAGIC_LINK } from '../mail-kinds.ts';
import { requestLink } from './mail-request.server.ts';
import { clearFailures } from './prove-password.server.ts';

/** A longer address would not be answered when the link is opened. */
const LONGEST_URL = 2_000;

/** Sends a link that logs in, if the address has an account (spec §7, `do=requestLink`). */
export async function requestMagicLink({ context, form, network }: Visit): Promise<Outcome> {
  const sent = requireFields(form, magicLinkCall.form);
  const email = sent.email.trim();
  if (!isEmail(email)) {
    const { email: message } = MESSAGES;
    const answer: MagicLinkAnswer = { status: 'error', message };
    return { answer, refused: { message, field: 'email' }, to: '/account/magic-link' };
  }
  const url = ownPath(sent.url.slice(0, LONGEST_URL));
  await requestLink(context, MAGIC_LINK, { email, network, ...(url && { url }) });
  return { answer: { status: 'ok' } satisfies MagicLinkAnswer, to: '/account/magic-link?sent=1' };
}

/** The form of a page that a mail's link leads to. What is refused leads back there, with the token. */
export const linkForm = (path: string, use: (visit: Visit) => Promise<Outcome>) =>
  visitorForm(({ form }: FormCall) => `${path}?token=${encodeURIComponent(form.get('token') ?? '')}`, use);

/**
 * What the page of a mailed link shows, without using the link up: its button for a token that is good, else that it is not.
 * @param link the token of the address, and the message that a form left
 * @returns the token of the button, `null` for none; and the message
 */
export async function openLink(
  { db, clock }: Context,
  purpose: TokenPurpose,
  { token, flash }: { token: string | null; flash: Flash | undefined },
): Promise<{ token: string | null; flash: Flash | undefined }> {
  if (!token || (await findToken(db, purpose, token, clock()))) return { token, flash };
  return { token: null, flash: { message: MESSAGES.linkUsedUp, refused: true } };
}

/** The outcome of a link that was used, or is too old. @param to the page that says so */
export const refuseUsedLink = (to: string): Outcome => ({
  answer: { status: 'error', message: MESSAGES.linkUsedUp },
  refused: { message: MESSAGES.linkUsedUp },
  to,
});

/** Logs in with a magic link; only this POST uses it up. */
export async function useMagicLink(visit: Visit): Promise<Outcome> {
  const { context, form, network } = visit;
  const { db, clock } = context;
  const isKept = isSet(form, 'cookieuser');
  await limit(context, 'token', network, MESSAGES.manyTries);
  const account = await db.transaction().execute(async (transaction) => {
    const redeemed = await redeemLink(transaction, 'magic-link', form.get('token') ?? '', clock());
    if (!redeemed) return undefined;
    await claimAccount(transaction, redeemed, clock());
    return accountOf(transaction, redeemed.userId);
  });
  if (!account) return refuseUsedLink('/account/magic-link');
  const { userId, deviceEpoch: provenEpoch } = account;
  await clearFailures(context, userId);
  if (!(await signIn(visit, userId, isKept, { provenEpoch }))) return refuseUsedLink('/account/magic-link');
  setAfterSignIn(visit, 'log-in');
  const url = ownPath(form.get('url')) ?? '/';
  return { answer: { success: true, successUrl: url }, to: url, notice: LOGGED_IN };
}

/** Returns the account whose address a link verifies, for the owner of the address to recognize: somebody else may have registered it. */
export async function accountOfLink({ db, clock }: Context, token: string): Promise<{ username: string; joinedAt: string } | undefined> {
  const found = await findToken(db, 'verify-email', token, clock());
  const member =
    found && (await db.selectFrom('members').select(['username', 'joined_at']).where('user_id', '=', found.userId).executeTakeFirst());
  return member && { username: member.username, joinedAt: member.joined_at.toISOString() };
}

/** Verifies an account's address by the link that was sent there. */
export async function verifyEmail({ context, form, network, session }: Visit): Promise<Outcome> {
  const { db, clock } = context;
  await limit(context, 'token', network, MESSAGES.manyTries);
  const isDone = await db.transaction().execute(async (transaction) => {
    const account = await redeemLink(transaction, 'verify-email', form.get('token') ?? '', clock());
    if (!account) return false;
    await transaction.updateTable('accounts').set({ email_verified_at: clock() }).where('user_id', '=', account.userId).execute();
    return true;
  });
  if (!isDone) return refuseUsedLink('/account/verify');
  return { answer: { status: 'success' }, to: session ? SETTINGS : '/account/verify', notice: 'Your email address is verified.' };
}
