import type { Db } from '../../server/db/database.ts';
import { queueMail } from '../../server/mail/mail-kind.ts';
import { dropLinks } from '../session/tokens.server.ts';
import { PASSWORD_CHANGED } from './mail-kinds.ts';

/** Stores a password's hash in a transaction, notifies the member by mail, and invalidates links that were requested before. */
export async function setPassword(transaction: Db, userId: number, passwordHash: string): Promise<void> {
  await transaction.updateTable('accounts').set({ password_hash: passwordHash }).where('user_id', '=', userId).execute();
  await dropLinks(transaction, userId);
  await queueMail(transaction, PASSWORD_CHANGED, { userId });
}
