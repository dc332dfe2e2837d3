import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import { isSet } from '../../../server/http/fields.ts';
import { queueMail } from '../../../server/mail/mail-kind.ts';
import { dropMails } from '../../../server/mail/outbox.ts';
import { refusedWith, type Outcome } from '../../session/outcomes.server.ts';
import type { Session } from '../../session/read-session.server.ts';
import { signOut } from '../../session/sign-in.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import { checkLastAdministrator } from '../administrators.server.ts';
import { rememberAccount } from '../former-accounts.server.ts';
import { ACCOUNT_DELETED } from '../mail-kinds.ts';
import { MESSAGES } from '../messages.ts';
import { proveOwnPassword } from '../sign-in/prove-password.server.ts';
import { SETTINGS } from './page.ts';

/** What other features do when an account is deleted. */
export interface Departure {
  /** Removes ahead, in transactions of its own, what others would wait long for if the deletion itself removed it. */
  reduceContributions: (db: Db, userId: number, now: Date) => Promise<void>;
  /** Removes a member's votes and the like, in the transaction that deletes the account. */
  revokeContributions: (transaction: Db, userId: number, now: Date) => Promise<void>;
}

/**
 * Deletes the account and what is known of the member, less what `rememberAccount` keeps; what they wrote stays as a deleted
 * member's.
 */
export async function deleteAccount(visit: MemberVisit, departure: Departure): Promise<Outcome> {
  const { context, form, session } = visit;
  if (!session.isFresh) return refusedWith(SETTINGS, MESSAGES.logInAgain, 'delete_password');
  if (!isSet(form, 'confirm')) return refusedWith(SETTINGS, 'Please tick the box if you want to delete your account.', 'confirm');
  if (session.hasPassword) {
    const proof = await proveOwnPassword(context, session, form.get('delete_password') ?? '');
    if (!proof.account) return refusedWith(SETTINGS, proof.message, 'delete_password');
  }
  if (!(await deleteMember(context, session, departure)))
    return refusedWith(SETTINGS, 'You are the only administrator. Make somebody else an administrator first, at the desk.', 'confirm');
  await signOut(visit, undefined);
  return { answer: { success: true }, to: '/account/goodbye', notice: 'Your account was deleted.', changesPages: true };
}

/** @returns false when nothing was done: nobody else could make an administrator */
async function deleteMember(
  context: Context,
  { userId, hasVerifiedEmail }: Session,
  { reduceContributions, revokeContributions }: Departure,
): Promise<boolean> {
  const { db, clock } = context;
  if (await db.transaction().execute((transaction) => checkLastAdministrator(transaction, userId))) return false;
  await reduceContributions(db, userId, clock());
  return db.transaction().execute(async (transaction) => {
    if (await checkLastAdministrator(transaction, userId)) return false;
    await revokeContributions(transaction, userId, clock());
    const email = await rememberAccount(transaction, context, userId);
    // Another window was faster.
    if (email === undefined) return true;
    await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
    await dropMails(transaction, { userId, email });
    // Otherwise it may be a stranger's address, which somebody signs up with again and again.
    if (hasVerifiedEmail) await queueMail(transaction, ACCOUNT_DELETED, { email });
    return true;
  });
}
