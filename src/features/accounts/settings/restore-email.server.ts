import { isUniqueViolation } from '../../../server/db/unique.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import { accountOf } from '../account.server.ts';
import { emailKey } from '../email.ts';
import { changeAddress } from '../former-accounts.server.ts';
import { takePastEmail } from '../past-emails.server.ts';
import { refuseUsedLink } from '../sign-in/links.server.ts';
import { MESSAGES } from '../messages.ts';
import { endSessions } from '../end-sessions.server.ts';
import { dropLinks, consumeToken } from '../../session/tokens.server.ts';
import { limit } from '../../session/limit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import type { Visit } from '../../session/visit.server.ts';
import { EMAIL_RESTORED, RESET_PASSWORD } from '../mail-kinds.ts';

const PAGE = '/account/email-restore';

/**
 * Gives an account the address back that was replaced, by the link that was sent there. Whoever replaced it may have had the
 * account for days: sessions, password, links and other ways to log in go, and a new password is chosen by a link to the address.
 */
export async function restoreEmail({ context, form, network }: Visit): Promise<Outcome> {
  const { db, clock } = context;
  await limit(context, 'token', network, MESSAGES.manyTries);
  const restoring = db.transaction().execute(async (transaction) => {
    const now = clock();
    const taken = await consumeToken(transaction, 'restore-email', form.get('token') ?? '', now);
    const account = taken && (await accountOf(transaction, taken.userId));
    if (!account || !(await takePastEmail(transaction, taken, now))) return undefined;
    const { userId } = account;
    const { email } = taken;
    await transaction
      .updateTable('accounts')
      .set({ email, email_key: emailKey(email), email_verified_at: now, password_hash: null })
      .where('user_id', '=', userId)
      .execute();
    await changeAddress(transaction, context, { userId, from: account.email, to: email });
    await endSessions(transaction, userId);
    await transaction.deleteFrom('identities').where('user_id', '=', userId).execute();
    await dropLinks(transaction, userId);
    await queueMail(transaction, RESET_PASSWORD, { email });
    await queueMail(transaction, EMAIL_RESTORED, { email: account.email, newEmail: email });
    return email;
  });
  const email = await restoring.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
  if (email === undefined) return refuseUsedLink(PAGE);
  const notice = `${email} is the address of your account again. We've sent a link there to choose a new password.`;
  return { answer: { status: 'success' }, to: PAGE, notice };
}
