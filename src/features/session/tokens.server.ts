import type { Db } from '../../server/db/database.ts';
import type { TokenPurpose } from '../../server/db/schema/accounts.ts';
import { dropMailsOf } from '../../server/mail/outbox.ts';
import { hashToken, newToken } from '../../server/random-token.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

/** How long a link is good, in ms. */
export const TOKEN_LIFE: Record<TokenPurpose, number> = {
  'magic-link': 10 * MINUTE_MS,
  'reset-password': 60 * MINUTE_MS,
  'verify-email': 3 * 24 * 60 * MINUTE_MS,
  'change-email': 24 * 60 * MINUTE_MS,
  'restore-email': 7 * 24 * 60 * MINUTE_MS,
};

export interface TokenOf {
  userId: number;
  /** The address that the link was sent to. */
  email: string;
}

/** Makes a link's token; only its hash is stored. */
export async function issueToken(db: Db, purpose: TokenPurpose, { userId, email }: TokenOf, now: Date): Promise<string> {
  const token = newToken();
  const expires = new Date(now.getTime() + TOKEN_LIFE[purpose]);
  await db
    .insertInto('tokens')
    .values({ token_hash: hashToken(token), purpose, user_id: userId, email, expires_at: expires })
    .execute();
  return token;
}

/** Whose token this is, without using it up. */
export async function findToken(
  db: Db,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<(TokenOf & { expiresAt: Date }) | undefined> {
  return db
    .selectFrom('tokens')
    .select(['user_id as userId', 'email', 'expires_at as expiresAt'])
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/**
 * Consumes a token, in a transaction: of concurrent tries only one succeeds. The member's other tokens of the purpose are deleted, too,
 * except those that take back an address that was replaced earlier: its owner had the account before the one who set the next address.
 * @returns undefined when it is unknown, used or too old
 */
export async function consumeToken(transaction: Db, purpose: TokenPurpose, token: string, now: Date): Promise<TokenOf | undefined> {
  const found = await findToken(transaction, purpose, token, now);
  if (!found) return undefined;
  // The lock makes concurrent tries with several links of one member wait for one another.
  await transaction.selectFrom('accounts').select('user_id').where('user_id', '=', found.userId).forUpdate().execute();
  if (!(await findToken(transaction, purpose, token, now))) return undefined;
  await dropTokens(transaction, purpose, found.userId, purpose === 'restore-email' ? found.expiresAt : undefined);
  return found;
}

/** Invalidates a member's links of a purpose; with a time, only those issued from then on. */
export async function dropTokens(db: Db, purpose: TokenPurpose, userId: number, from?: Date): Promise<void> {
  let tokens = db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', '=', purpose);
  if (from) tokens = tokens.where('expires_at', '>=', from);
  await tokens.execute();
}

/**
 * Invalidates all links of a member, including those that are still to be mailed: they may have been requested by somebody else than the
 * owner of the account. The link that takes an address back is kept: nobody requests it, and a thief must not get rid of it.
 */
export async function dropLinks(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('tokens').where('user_id', '=', userId).where('purpose', 'not in', ['verify-email', 'restore-email']).execute();
  await dropMailsOf(db, 'change-email', userId);
}
