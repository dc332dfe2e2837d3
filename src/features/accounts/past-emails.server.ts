import type { Db } from '../../server/db/database.ts';
import { emailKey } from './email.ts';
import { TOKEN_LIFE, type TokenOf } from '../session/tokens.server.ts';

/** As long as the link that takes an address back is good. */
const KEPT_MS = TOKEN_LIFE['restore-email'];

const oldest = (now: Date) => new Date(now.getTime() - KEPT_MS);

/** Keeps an account's verified address that is about to be replaced, in a transaction. */
export async function keepPastEmail(transaction: Db, { userId, email }: TokenOf, now: Date): Promise<void> {
  await transaction
    .insertInto('past_emails')
    .values({ user_id: userId, email, email_key: emailKey(email), changed_at: now })
    .execute();
}

/** Since which change an account can have an address back; undefined when it cannot. */
export async function findPastEmail(db: Db, { userId, email }: TokenOf, now: Date): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('past_emails')
    .select('id')
    .where('user_id', '=', userId)
    .where('email_key', '=', emailKey(email))
    .where('changed_at', '>', oldest(now))
    .orderBy('id')
    .executeTakeFirst();
}

/** As `findPastEmail`, and deletes it with the addresses that came later: whoever set them has no claim to the account. */
export async function takePastEmail(transaction: Db, of: TokenOf, now: Date): Promise<boolean> {
  const found = await findPastEmail(transaction, of, now);
  if (!found) return false;
  await transaction.deleteFrom('past_emails').where('user_id', '=', of.userId).where('id', '>=', found.id).execute();
  return true;
}

/** Whether an address is kept for another account, so that nobody takes it meanwhile to keep its owner out. */
export async function isKeptForAnother(db: Db, email: string, now: Date, userId = 0): Promise<boolean> {
  const found = await db
    .selectFrom('past_emails')
    .select('id')
    .where('email_key', '=', emailKey(email))
    .where('user_id', '<>', userId)
    .where('changed_at', '>', oldest(now))
    .executeTakeFirst();
  return found !== undefined;
}

/** The replaced addresses that an account can have back, the earliest first, and since when they are. */
export const readPastEmails = (db: Db, userId: number, now: Date): Promise<{ email: string; changedAt: Date }[]> =>
  db
    .selectFrom('past_emails')
    .select(['email', 'changed_at as changedAt'])
    .where('user_id', '=', userId)
    .where('changed_at', '>', oldest(now))
    .orderBy('id')
    .execute();

/** Deletes addresses that cannot be taken back any more. */
export async function clearPastEmails(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('past_emails').where('changed_at', '<=', oldest(now)).execute();
}
