import type { Context } from '../../../server/context.ts';
import { queueMail } from '../../../server/mail/outbox.ts';
import { emailKey } from '../email.ts';
import { MESSAGES } from '../messages.ts';
import { limit } from '../../session/visit.server.ts';

/**
 * Notes that somebody asked for a link to an address. Whether it belongs to a member is looked up when the mail is sent, so
 * neither what is answered nor how long it takes tells. An address gets only so many mails of a kind; the others are not
 * sent, without a word.
 * @throws Fault 429 when one network asks too often
 */
export async function requestLink(
  context: Context,
  kind: 'reset-password' | 'magic-link',
  { email, network, ...more }: { email: string; network: string; url?: string },
): Promise<void> {
  await limit(context, 'mail-request', network, MESSAGES.manyMails);
  if ((await context.limits.take('mail', `${kind} ${emailKey(email)}`)) > 0) return;
  await queueMail(context.db, kind, { email: email.trim(), ...more });
}

/** Has the mail that verifies a member's address sent again; false when that was asked for too often. */
export async function requestVerification(context: Context, userId: number): Promise<boolean> {
  if ((await context.limits.take('mail', `verify-email ${userId}`)) > 0) return false;
  await queueMail(context.db, 'verify-email', { userId });
  return true;
}
