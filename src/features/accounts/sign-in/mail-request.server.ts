import type { Context } from '../../../server/context.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import { emailKey } from '../email.ts';
import { MESSAGES } from '../messages.ts';
import { limit } from '../../session/limit.server.ts';
import { VERIFY_EMAIL, type MAGIC_LINK, type RESET_PASSWORD } from '../mail-kinds.ts';

/**
 * Notes that somebody asked for a link to an address. Whether it belongs to a member is looked up when the mail is sent, so
 * neither what is answered nor how long it takes tells. An address gets only so many mails of a kind; the others are not
 * sent, without a word.
 * @throws Fault 429 when one network asks too often
 */
export async function requestLink(
  context: Context,
  kind: typeof RESET_PASSWORD | typeof MAGIC_LINK,
  { email, network, ...more }: { email: string; network: string; url?: string },
): Promise<void> {
  await limit(context, 'mail-request', network, MESSAGES.manyMails);
  if ((await context.limits.take('mail', `${kind.name} ${emailKey(email)}`)) > 0) return;
  await queueMail(context.db, kind, { email: email.trim(), ...more });
}

/** What mails that verify an address are counted by: accounts with a stranger's address can be made and deleted again and again. */
export const verificationKey = (email: string) => `${VERIFY_EMAIL.name} ${emailKey(email)}`;

/** Queues another mail that verifies a member's address; returns false when that was requested too often. */
export async function requestVerification(context: Context, { userId, email }: { userId: number; email: string }): Promise<boolean> {
  if ((await context.limits.take('mail', verificationKey(email))) > 0) return false;
  await queueMail(context.db, VERIFY_EMAIL, { userId });
  return true;
}
