import { requireFields } from '../../../server/http/fields.ts';
import { rememberThisDevice } from '../../session/devices.server.ts';
import { lockSession } from '../../session/sessions.server.ts';
import { requireHashed } from '../../session/limit.server.ts';
import type { MemberVisit } from '../../session/visit.server.ts';
import type { Outcome } from '../../session/outcomes.server.ts';
import { passwordCall, type PasswordAnswer } from '../contracts/password.ts';
import { endSessions } from '../end-sessions.server.ts';
import { MESSAGES } from '../messages.ts';
import { normalizePassword } from '../password.ts';
import { setPassword } from '../set-password.server.ts';
import { proveOwnPassword } from '../sign-in/prove-password.server.ts';
import { newPasswordFault } from '../weak-passwords.server.ts';
import { SETTINGS } from './page.ts';

/** Sets the member's password, for the first time or again; all other sessions end (contract.md, Accounts). */
export async function updatePassword(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const { db, passwords } = context;
  const { current_password, password, password_confirm } = requireFields(form, passwordCall.form);
  if (!session.isFresh) return passwordRefusal('current_password', MESSAGES.logInAgain);
  if (session.hasPassword) {
    const proof = await proveOwnPassword(context, session, current_password);
    if (!proof.account) return passwordRefusal('current_password', proof.message);
  }
  const fault = await newPasswordFault(context, password, session);
  if (fault) return passwordRefusal('password', fault);
  if (password !== password_confirm) return passwordRefusal('password_confirm', MESSAGES.confirmation);
  const passwordHash = requireHashed(await passwords.hash(normalizePassword(password)));
  const isDone = await db.transaction().execute(async (transaction) => {
    if (!(await lockSession(transaction, session))) return false;
    await setPassword(transaction, session.userId, passwordHash);
    await endSessions(transaction, session.userId, session.tokenHash);
    return true;
  });
  if (!isDone) return passwordRefusal('current_password', MESSAGES.logInAgain);
  await rememberThisDevice(visit, session.userId);
  const notice = 'Your password was changed, and all other devices were signed out.';
  return { answer: { success: true } satisfies PasswordAnswer, to: SETTINGS, notice };
}

const passwordRefusal = (field: string, message: string): Outcome => ({
  answer: { success: false, field, message } satisfies PasswordAnswer,
  refused: { message, field },
  to: SETTINGS,
});
