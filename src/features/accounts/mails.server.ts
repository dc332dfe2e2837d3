import { formatMoment } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import type { TokenPurpose } from '../../server/db/schema/accounts.ts';
import { mailWriter, type MailWriter } from '../../server/mail/mail-kind.ts';
import { NEW_DEVICE } from '../session/mail-kinds.ts';
import { issueToken } from '../session/tokens.server.ts';
import { accountOf, findAccount } from './account.server.ts';
import {
  VERIFY_EMAIL,
  RESET_PASSWORD,
  MAGIC_LINK,
  CHANGE_EMAIL,
  EMAIL_CHANGE_REQUESTED,
  EMAIL_CHANGED,
  EMAIL_RESTORED,
  PASSWORD_CHANGED,
  PROVIDER_CONNECTED,
  PROVIDER_DISCONNECTED,
  ACCOUNT_DELETED,
} from './mail-kinds.ts';
import { findPastEmail } from './past-emails.server.ts';
import { SETTINGS } from './settings/page.ts';

const IGNORE = 'If you did not ask for this, ignore this mail: nothing will change.';

/** The whole address of a link, which is made here and stored as a hash: the outbox holds no secret. */
const link = async (
  { config, db, clock }: Context,
  purpose: TokenPurpose,
  userId: number,
  email: string,
  address: (token: string) => string,
) => `${config.siteUrl}${address(await issueToken(db, purpose, { userId, email }, clock()))}`;

/**
 * Writes the mails of accounts; for an address without an account nothing is sent. An address that is not verified may be a stranger's: what
 * the member does as often as they like is not mailed there.
 */
export const accountMails: MailWriter[] = [
  mailWriter(VERIFY_EMAIL, async (data, { context, letter }) => {
    const account = await accountOf(context.db, data.userId);
    if (!account || account.hasVerifiedEmail) return undefined;
    const url = await link(context, 'verify-email', account.userId, account.email, (token) => `/account/verify?token=${token}`);
    const why = 'Please verify your email address to vote, to comment, and to get cashback rewards and custom deal alerts.';
    return letter(account.email, 'Verify your email address', [why, 'The link works for 3 days.', IGNORE], {
      label: 'Verify email address',
      url,
    });
  }),
  mailWriter(RESET_PASSWORD, async (data, { context, letter }) => {
    const account = await findAccount(context.db, data.email);
    if (!account) return undefined;
    // The spec's final step (§2): the page opens it when it has the hash.
    const url = await link(context, 'reset-password', account.userId, account.email, (token) => `/?do=resetpassword&hash=${token}`);
    const why = 'You asked to reset your password. The link works once, within an hour.';
    return letter(account.email, 'Reset your password', [why, IGNORE], { label: 'Choose a new password', url });
  }),
  mailWriter(MAGIC_LINK, async ({ email, url: back }, { context, letter }) => {
    const account = await findAccount(context.db, email);
    if (!account) return undefined;
    const rest = back ? `&url=${encodeURIComponent(back)}` : '';
    const url = await link(context, 'magic-link', account.userId, account.email, (token) => `/account/magic-link?token=${token}${rest}`);
    const why = 'Here is the link you asked for. It works once, within 10 minutes.';
    return letter(account.email, `Log in to ${context.config.siteName}`, [why, IGNORE], { label: 'Log in', url });
  }),
  mailWriter(CHANGE_EMAIL, async ({ userId, email }, { context, letter }) => {
    if (!email || !(await accountOf(context.db, userId))) return undefined;
    const url = await link(context, 'change-email', userId, email, (token) => `/account/email-confirm?token=${token}`);
    const why = 'Please confirm this as the new email address of your account. The link works for a day.';
    return letter(email, 'Confirm your new email address', [why, IGNORE], { label: 'Confirm email address', url });
  }),
  mailWriter(EMAIL_CHANGE_REQUESTED, async ({ email, newEmail }, { context, notice }) => {
    const what = `Someone who is logged in to your account asked to change its email address to ${newEmail}. It changes once they confirm it.`;
    return notice(email, 'Your email address is about to change', [what, wasNotMe(context.config.contactEmail)], resetOf(context));
  }),
  mailWriter(EMAIL_CHANGED, async ({ userId, email, newEmail }, { context, notice }) => {
    const subject = 'Your email address was changed';
    const what = `The email address of your account is now ${newEmail}.`;
    // Without a member it was noted by an earlier version.
    if (userId === undefined || !(await findPastEmail(context.db, { userId, email }, context.clock())))
      return notice(email, subject, [what, wasNotMe(context.config.contactEmail)], resetOf(context));
    const url = await link(context, 'restore-email', userId, email, (token) => `/account/email-restore?token=${token}`);
    const back = 'If this was not you, take your address back: this signs everyone out, and you choose a new password.';
    const until = `The link works for 7 days. If it does not help, write to ${context.config.contactEmail}.`;
    return notice(email, subject, [what, back, until], { label: 'Take my address back', url });
  }),
  mailWriter(EMAIL_RESTORED, async ({ email, newEmail }, { context, notice }) => {
    return notice(email, 'Your email address was changed back', [
      `The email address of your account is ${newEmail} again: someone used the link that we sent there after the change.`,
      `If this was not you, write to ${context.config.contactEmail}.`,
    ]);
  }),
  mailWriter(PASSWORD_CHANGED, async (data, { context, notice }) => {
    const account = await accountOf(context.db, data.userId);
    if (!account?.hasVerifiedEmail) return undefined;
    const what = 'The password of your account was changed, and all other devices were signed out.';
    return notice(account.email, 'Your password was changed', [what, wasNotMe(context.config.contactEmail)], resetOf(context));
  }),
  mailWriter(NEW_DEVICE, async ({ userId, device, at }, { context, notice }) => {
    const account = await accountOf(context.db, userId);
    if (!account) return undefined;
    const when = formatMoment(at, context.config.region);
    // 'A program' stands by itself elsewhere.
    const what = `Someone logged in to your account with ${device.replace(/^A /, 'a ')} on ${when}, in a browser that is new to us.`;
    const paragraphs = [what, 'If this was you, you can ignore this mail.', wasNotMe(context.config.contactEmail)];
    return notice(account.email, `New log-in to ${context.config.siteName}`, paragraphs, {
      label: 'See where you are signed in',
      url: `${context.config.siteUrl}${SETTINGS}`,
    });
  }),
  mailWriter(PROVIDER_CONNECTED, async ({ userId, provider }, { context, notice }) => {
    const account = await accountOf(context.db, userId);
    if (!account?.hasVerifiedEmail) return undefined;
    const name = provider === 'google' ? 'Google' : 'Facebook';
    const what = `You can now also log in with ${name}. You can disconnect it in your account settings.`;
    return notice(account.email, `Your account was connected to ${name}`, [what, wasNotMe(context.config.contactEmail)], resetOf(context));
  }),
  mailWriter(PROVIDER_DISCONNECTED, async ({ userId, provider }, { context, notice }) => {
    const account = await accountOf(context.db, userId);
    if (!account?.hasVerifiedEmail) return undefined;
    const name = provider === 'google' ? 'Google' : 'Facebook';
    const what = `You can no longer log in with ${name}. You can connect it again in your account settings.`;
    return notice(
      account.email,
      `Your account was disconnected from ${name}`,
      [what, wasNotMe(context.config.contactEmail)],
      resetOf(context),
    );
  }),
  mailWriter(ACCOUNT_DELETED, async ({ email }, { context, notice }) => {
    const what = 'Your account is deleted and your votes are removed. What you wrote stays, without your name.';
    const kept = `For a while we keep a hash of your email address, to prevent abuse: ${context.config.siteUrl}/privacy#deleting`;
    return notice(email, 'Your account was deleted', [what, kept, `If this was not you, write to ${context.config.contactEmail}.`]);
  }),
];

/** The button of mails that say to reset the password, without a secret: who reads them asks for the link there. */
const resetOf = ({ config }: Context) => ({ label: 'Reset your password', url: `${config.siteUrl}/account/reset-password` });

const wasNotMe = (contact: string) => `If this was not you, reset your password right away and write to ${contact}.`;
