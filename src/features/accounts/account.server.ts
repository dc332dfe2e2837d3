import { randomUUID } from 'node:crypto';
import type { InferResult } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { TokenPurpose } from '../../server/db/schema/accounts.ts';
import { emailKey } from './email.ts';
import { claimFormerAccount } from './former-accounts.server.ts';
import { isKeptForAnother } from './past-emails.server.ts';
import { endSessions } from './end-sessions.server.ts';
import { dropLinks, consumeToken } from '../session/tokens.server.ts';
import { randomUsername } from './usernames.server.ts';

/** What signing in reads of an account. */
export interface Account {
  userId: number;
  email: string;
  username: string;
  passwordHash: string | null;
  hasVerifiedEmail: boolean;
  /** See `devices.server.ts`. */
  deviceEpoch: number;
}

/** Finds an account by its e-mail address or its member's name, whatever their case. */
export async function findAccount(db: Db, emailOrUsername: string): Promise<Account | undefined> {
  const key = emailKey(emailOrUsername);
  const row = await selectAccounts(db)
    .where((eb) => (key.includes('@') ? eb('a.email_key', '=', key) : eb(eb.fn<string>('lower', ['m.username']), '=', key)))
    .executeTakeFirst();
  return row && toAccount(row);
}

/** The account of a member who has one. */
export const accountOf = async (db: Db, userId: number): Promise<Account | undefined> => (await accountsOf(db, [userId])).get(userId);

/** The accounts of those members who have one, by their ids. */
export async function accountsOf(db: Db, userIds: number[]): Promise<Map<number, Account>> {
  const rows = await selectAccounts(db).where('a.user_id', 'in', userIds).execute();
  return new Map(rows.map((row) => [row.user_id, toAccount(row)]));
}

const selectAccounts = (db: Db) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('members as m', 'm.user_id', 'a.user_id')
    .select(['a.user_id', 'a.email', 'm.username', 'a.password_hash', 'a.email_verified_at', 'a.device_epoch']);

type AccountRow = InferResult<ReturnType<typeof selectAccounts>>[number];

const toAccount = (row: AccountRow): Account => ({
  userId: row.user_id,
  email: row.email,
  username: row.username,
  passwordHash: row.password_hash,
  hasVerifiedEmail: row.email_verified_at !== null,
  deviceEpoch: row.device_epoch,
});

/** Whether an address has an account. */
export async function emailExists(db: Db, email: string): Promise<boolean> {
  const found = await db.selectFrom('accounts').select('user_id').where('email_key', '=', emailKey(email)).executeTakeFirst();
  return found !== undefined;
}

/**
 * Makes a member with an account, under a random name, in a transaction. Every way to sign up ends here.
 * @returns undefined when the address has an account already, or had one that may still have it back
 */
export async function createAccount(
  transaction: Db,
  { email, passwordHash, isVerified }: { email: string; passwordHash: string | null; isVerified: boolean },
  context: Pick<Context, 'clock' | 'keyedHash'>,
): Promise<{ userId: number; username: string } | undefined> {
  const now = context.clock();
  if (await isKeptForAnother(transaction, email, now)) return undefined;
  const { user_id: userId, username } = await createMember(transaction, now);
  const made = await transaction
    .insertInto('accounts')
    .values({
      user_id: userId,
      email: email.trim(),
      email_key: emailKey(email),
      password_hash: passwordHash,
      email_verified_at: isVerified ? now : null,
      created_at: now,
    })
    .onConflict((oc) => oc.column('email_key').doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (made) {
    await claimFormerAccount(transaction, context, userId, email);
    return { userId, username };
  }
  await transaction.deleteFrom('members').where('user_id', '=', userId).execute();
  return undefined;
}

/** Random names are rarely taken; then another one is tried. */
async function createMember(transaction: Db, now: Date): Promise<{ user_id: number; username: string }> {
  for (;;) {
    const made = await transaction
      .insertInto('members')
      .values({ source: 'site', source_id: randomUUID(), username: randomUsername(), joined_at: now })
      .onConflict((oc) => oc.doNothing())
      .returning(['user_id', 'username'])
      .executeTakeFirst();
    if (made) return made;
  }
}

/**
 * Uses up a link that was mailed to an account, in a transaction.
 * @returns the account; undefined when the link is no good any more, or the account has another address since
 */
export async function redeemLink(transaction: Db, purpose: TokenPurpose, token: string, now: Date): Promise<Account | undefined> {
  const taken = await consumeToken(transaction, purpose, token, now);
  const account = taken && (await accountOf(transaction, taken.userId));
  return account && emailKey(account.email) === emailKey(taken.email) ? account : undefined;
}

/**
 * Notes that whoever acts now reads the mail to the account's address. Where that was not known, somebody else may have made
 * the account with it: their password, sessions, links and ways to sign in go.
 */
export async function claimAccount(transaction: Db, account: Account, now: Date): Promise<void> {
  if (account.hasVerifiedEmail) return;
  const { userId } = account;
  await transaction.updateTable('accounts').set({ email_verified_at: now, password_hash: null }).where('user_id', '=', userId).execute();
  await endSessions(transaction, userId);
  await transaction.deleteFrom('identities').where('user_id', '=', userId).execute();
  await dropLinks(transaction, userId);
}
