import type { Context } from '../../../server/context.ts';
import type { Call } from '../../../server/http/endpoint.ts';
import { accountOf, findAccount, type Account } from '../account.server.ts';
import { knownDevice } from '../../session/devices.server.ts';
import { emailKey } from '../email.ts';
import { MESSAGES } from '../messages.ts';
import { normalizePassword } from '../password.ts';
import type { Session } from '../../session/read-session.server.ts';
import { limit, requireHashed } from '../../session/limit.server.ts';

const DAY_SECONDS = 86_400;

/** The account whose password it was, or why not. */
type Proof = { account: Account } | { account?: undefined; message: string };

/**
 * Compares a password that somebody logs in with. It takes as long when there is no such account, and as many queries.
 * A browser in which the member has signed in before has counts of its own, which strangers cannot use up.
 * @throws Fault 429 after too many wrong ones, of this account or from this network
 */
export async function provePassword(
  visit: Pick<Call, 'context' | 'cookies' | 'network'>,
  identifier: string,
  password: string,
): Promise<Proof> {
  const { context, network } = visit;
  const account = await findAccount(context.db, identifier);
  const device = knownDevice(visit, account);
  // An account has one count, however it was named.
  const key = account ? keyOf(account.userId) : `nobody ${emailKey(identifier)}`;
  // Otherwise each made-up name would leave a row for ever.
  const seconds = account ? undefined : DAY_SECONDS;
  if (device === undefined) return compare(context, account, password, { key, seconds, network, wrong: MESSAGES.wrongLogIn });
  const proof = await compare(context, account, password, { key: `${key} in ${device}`, wrong: MESSAGES.wrongLogIn });
  if (proof.account) await clearFailuresUnlessLocked(context, proof.account.userId);
  return proof;
}

/**
 * Compares a password that whoever is signed in proves again who they are with. It is counted by session: neither strangers
 * nor somebody else who is signed in can use that up.
 * @throws Fault 429 after too many wrong ones
 */
export async function proveOwnPassword(
  context: Context,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  password: string,
): Promise<Proof> {
  const key = `${keyOf(userId)} signed in as ${tokenHash.toString('base64')}`;
  return compare(context, await accountOf(context.db, userId), password, { key, wrong: MESSAGES.wrongPassword });
}

/** Opens log-ins with a password again, once the member has proved otherwise who they are. */
export async function clearFailures({ limits }: Context, userId: number): Promise<void> {
  await limits.clear('wrong-password', keyOf(userId));
  await limits.clear('failed-log-in', keyOf(userId));
}

/** A member's log-in ends the count of strangers' failures, unless there were so many that only a link helps. */
async function clearFailuresUnlessLocked({ limits }: Context, userId: number): Promise<void> {
  if (!(await limits.isReached('failed-log-in', keyOf(userId)))) await limits.clear('failed-log-in', keyOf(userId));
}

const keyOf = (userId: number) => `account ${userId}`;

interface Count {
  /** What wrong passwords are counted by. */
  key: string;
  /** How long those since the last log-in are counted; as good as for ever unless given. */
  seconds?: number | undefined;
  /** Who tries, when they may be a stranger. */
  network?: string;
  /** The message for a wrong one. */
  wrong: string;
}

async function compare(
  context: Context,
  account: Account | undefined,
  password: string,
  { key, seconds, network, wrong }: Count,
): Promise<Proof> {
  const { limits, passwords } = context;
  // Counted first and given back, so that many at once are not all let through.
  if (network !== undefined) await limit(context, 'log-in', network);
  await limit(context, 'wrong-password', key);
  if ((await limits.take('failed-log-in', key, seconds)) > 0) return { message: MESSAGES.manyFailed };
  const tried = await passwords.verify(normalizePassword(password), account?.passwordHash ?? null);
  if (!tried) {
    // Nobody has looked at it, so it counts for nothing.
    if (network !== undefined) await limits.refund('log-in', network);
    await limits.refund('wrong-password', key);
    await limits.refund('failed-log-in', key);
  }
  const { right, outdated } = requireHashed(tried);
  if (!account || !right) return { message: wrong };
  if (network !== undefined) await limits.refund('log-in', network);
  await limits.clear('wrong-password', key);
  await limits.clear('failed-log-in', key);
  return { account: outdated ? await renewHash(context, account, password) : account };
}

/** Hashes a password again at today's cost; unless it was changed meanwhile. */
async function renewHash({ db, passwords }: Context, account: Account, password: string): Promise<Account> {
  const { userId, passwordHash } = account;
  const hash = await passwords.hash(normalizePassword(password));
  if (!hash) return account;
  const { numUpdatedRows } = await db
    .updateTable('accounts')
    .set({ password_hash: hash })
    .where('user_id', '=', userId)
    .where('password_hash', '=', passwordHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { ...account, passwordHash: hash } : account;
}
