import { z } from 'zod';
import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import { mailOf } from '../../server/mail/mail.ts';
import type { Compose } from '../../server/mail/outbox.ts';
import { accountOf, findAccount } from './account.server.ts';
import { findPastEmail } from './past-emails.server.ts';
import { SETTINGS } from './settings/page.ts';
import { issueToken } from '../session/tokens.server.ts';
import type { TokenPurpose } from '../../server/db/schema/accounts.ts';

const toMember = z.object({ userId: z.number(), email: z.string().optional(), provider: z.enum(['google', 'facebook']).optional() });
const aboutLogIn = z.object({ userId: z.number(), device: z.string(), at: z.iso.datetime() });
const aboutPost = z.object({ userId: z.number(), dealTitle: z.string(), reason: z.string(), until: z.string().optional() });
const toAddress = z.object({ email: z.string(), url: z.string().optional(), newEmail: z.string().optional() });
const changed = z.object({ userId: z.number().optional(), email: z.string(), newEmail: z.string() });

const IGNORE = 'If you did not ask for this, you can ignore this mail: nothing changes.';

/**
 * Writes the mails of accounts when they are sent. Links are made here and stored as hashes, so the outbox holds no secret;
 * for an address without an account nothing is sent.
 */
export function composeMails(context: Context): Compose {
  const { config, db, clock } = context;
  const { siteName, siteUrl } = config;

  const link = async (purpose: TokenPurpose, userId: number, email: string, address: (token: string) => string) =>
    `${siteUrl}${address(await issueToken(db, purpose, { userId, email }, clock()))}`;
  const mail = (to: string, subject: string, paragraphs: string[], action?: { label: string; url: string }) =>
    mailOf({ to, subject, paragraphs, ...(action && { action }), siteName, siteUrl });

  const kinds: Record<string, Compose extends (kind: string, data: infer D) => infer R ? (data: D) => R : never> = {
    async 'verify-email'(data) {
      const account = await accountOf(db, toMember.parse(data).userId);
      if (!account || account.hasVerifiedEmail) return undefined;
      const url = await link('verify-email', account.userId, account.email, (token) => `/account/verify?token=${token}`);
      const why = 'Please verify your email address to vote, to comment, and to get cashback rewards and custom deal alerts.';
      return mail(account.email, 'Verify your email address', [why, IGNORE], { label: 'Verify email address', url });
    },
    async 'reset-password'(data) {
      const account = await findAccount(db, toAddress.parse(data).email);
      if (!account) return undefined;
      // The spec's final step (§2): the page opens it when it has the hash.
      const url = await link('reset-password', account.userId, account.email, (token) => `/?do=resetpassword&hash=${token}`);
      const why = 'Somebody, probably you, asked to reset your password. The link is good for an hour and works once.';
      return mail(account.email, 'Reset your password', [why, IGNORE], { label: 'Choose a new password', url });
    },
    async 'magic-link'(data) {
      const { email, url: back } = toAddress.parse(data);
      const account = await findAccount(db, email);
      if (!account) return undefined;
      const rest = back ? `&url=${encodeURIComponent(back)}` : '';
      const url = await link('magic-link', account.userId, account.email, (token) => `/account/magic-link?token=${token}${rest}`);
      const why = 'Here is the link you asked for. It is good for 10 minutes and works once.';
      return mail(account.email, `Log in to ${siteName}`, [why, IGNORE], { label: 'Log in', url });
    },
    async 'change-email'(data) {
      const { userId, email } = toMember.parse(data);
      if (!email || !(await accountOf(db, userId))) return undefined;
      const url = await link('change-email', userId, email, (token) => `/account/email-confirm?token=${token}`);
      const why = 'Please confirm that this is to be the email address of your account. The link is good for a day.';
      return mail(email, 'Confirm your new email address', [why, IGNORE], { label: 'Confirm email address', url });
    },
    async 'email-change-requested'(data) {
      const { email, newEmail } = toAddress.parse(data);
      const what = `Somebody who is logged in to your account asked to change its email address to ${newEmail}. It changes once they confirm it.`;
      return mail(email, 'Your email address is about to change', [what, wasNotMe(config.contactEmail)]);
    },
    async 'email-changed'(data) {
      const { userId, email, newEmail } = changed.parse(data);
      const subject = 'Your email address was changed';
      const what = `The email address of your account is now ${newEmail}.`;
      // Without a member it was noted by an earlier version.
      if (userId === undefined || !(await findPastEmail(db, { userId, email }, clock())))
        return mail(email, subject, [what, wasNotMe(config.contactEmail)]);
      const url = await link('restore-email', userId, email, (token) => `/account/email-restore?token=${token}`);
      const back = 'If this was not you, take your address back: everybody is signed out then, and you choose a new password.';
      const until = `The link is good for 7 days. Write to ${config.contactEmail} if it does not help.`;
      return mail(email, subject, [what, back, until], { label: 'Take my address back', url });
    },
    async 'email-restored'(data) {
      const { email, newEmail } = changed.parse(data);
      return mail(email, 'Your email address was changed back', [
        `The email address of your account is ${newEmail} again, by the link that was sent there when it was changed.`,
        `If you see it otherwise, write to ${config.contactEmail}.`,
      ]);
    },
    async 'password-changed'(data) {
      const account = await accountOf(db, toMember.parse(data).userId);
      if (!account) return undefined;
      const what = 'The password of your account was changed, and all other devices were signed out.';
      return mail(account.email, 'Your password was changed', [what, wasNotMe(config.contactEmail)]);
    },
    async 'new-device'(data) {
      const { userId, device, at } = aboutLogIn.parse(data);
      const account = await accountOf(db, userId);
      if (!account) return undefined;
      const when = `${formatDate(at)} at ${at.slice(11, 16)} UTC`;
      const what = `Somebody logged in to your account with ${device} on ${when}, in a browser that we did not know as yours.`;
      const paragraphs = [what, 'If this was you, there is nothing to do.', wasNotMe(config.contactEmail)];
      return mail(account.email, `New log-in to ${siteName}`, paragraphs, {
        ...{ label: 'See where you are signed in', url: `${siteUrl}${SETTINGS}` },
      });
    },
    async 'provider-connected'(data) {
      const { userId, provider } = toMember.parse(data);
      const account = await accountOf(db, userId);
      if (!account) return undefined;
      const name = provider === 'google' ? 'Google' : 'Facebook';
      const what = `From now on you can also log in with ${name}. You can take that back in your account settings.`;
      return mail(account.email, `Your account was connected with ${name}`, [what, wasNotMe(config.contactEmail)]);
    },
    async 'provider-disconnected'(data) {
      const { userId, provider } = toMember.parse(data);
      const account = await accountOf(db, userId);
      if (!account) return undefined;
      const name = provider === 'google' ? 'Google' : 'Facebook';
      const what = `You cannot log in with ${name} any more. You can connect it again in your account settings.`;
      return mail(account.email, `Your account was disconnected from ${name}`, [what, wasNotMe(config.contactEmail)]);
    },
    async warned(data) {
      const { userId, dealTitle, reason } = aboutPost.parse(data);
      const account = await accountOf(db, userId);
      if (!account) return undefined;
      const what = `A moderator has a warning for you. It is about what you wrote on “${dealTitle}”.`;
      return mail(account.email, 'A warning from the moderators', [what, ...saidWhy(reason), canWrite(config.contactEmail)]);
    },
    async suspended(data) {
      const { userId, dealTitle, reason, until } = aboutPost.parse(data);
      const account = await accountOf(db, userId);
      if (!account || !until) return undefined;
      const what = `Your account is suspended until ${formatDate(until)}. It is about what you wrote on “${dealTitle}”.`;
      const meanwhile = 'Until then you can read everything, and you cannot vote, comment or report.';
      return mail(account.email, 'Your account is suspended', [what, ...saidWhy(reason), meanwhile, canWrite(config.contactEmail)]);
    },
    async 'suspension-lifted'(data) {
      const account = await accountOf(db, toMember.parse(data).userId);
      if (!account) return undefined;
      return mail(account.email, 'Your account is not suspended any more', ['A moderator has taken back that your account was suspended.']);
    },
    async 'account-deleted'(data) {
      const { email } = toAddress.parse(data);
      const what = 'Your account is gone, and your votes are taken back. What you wrote stays as that of a deleted member.';
      const kept = `For a while we keep a hash of your email address, so that nobody acts twice: ${siteUrl}/privacy#deleting`;
      return mail(email, 'Your account was deleted', [what, kept, `If this was not you, write to ${config.contactEmail}.`]);
    },
  };

  return async (kind, data) => {
    const write = kinds[kind];
    if (!write) throw new Error(`there is no mail of the kind ${kind}`);
    return write(data);
  };
}

const saidWhy = (reason: string) => (reason === '' ? [] : [`The moderator says: ${reason}`]);
const canWrite = (contact: string) => `If you see it otherwise, write to ${contact}.`;
const wasNotMe = (contact: string) => `If this was not you, reset your password right away and write to ${contact}.`;
