/** The mails of accounts, with what each is written from. */
import { z } from 'zod';
import { mailKind } from '../../server/mail/mail-kind.ts';

const toMember = z.object({ userId: z.number() });
const toAddress = z.object({ email: z.string() });
const aboutProvider = z.object({ userId: z.number(), provider: z.enum(['google', 'facebook']) });

export const VERIFY_EMAIL = mailKind('verify-email', toMember);
export const RESET_PASSWORD = mailKind('reset-password', toAddress);
/** `url` is where the link leads once it has logged in. */
export const MAGIC_LINK = mailKind('magic-link', z.object({ email: z.string(), url: z.string().optional() }));
export const CHANGE_EMAIL = mailKind('change-email', z.object({ userId: z.number(), email: z.string() }));
export const EMAIL_CHANGE_REQUESTED = mailKind('email-change-requested', z.object({ email: z.string(), newEmail: z.string() }));
/** Rows of earlier versions name no member. */
export const EMAIL_CHANGED = mailKind(
  'email-changed',
  z.object({ userId: z.number().optional(), email: z.string(), newEmail: z.string() }),
);
export const EMAIL_RESTORED = mailKind('email-restored', z.object({ email: z.string(), newEmail: z.string() }));
export const PASSWORD_CHANGED = mailKind('password-changed', toMember);
export const PROVIDER_CONNECTED = mailKind('provider-connected', aboutProvider);
export const PROVIDER_DISCONNECTED = mailKind('provider-disconnected', aboutProvider);
export const ACCOUNT_DELETED = mailKind('account-deleted', toAddress);
