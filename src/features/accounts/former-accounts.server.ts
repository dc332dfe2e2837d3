import { sql, type Insertable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { clearGivenUp } from '../../server/mail/outbox.ts';
import { emailKey } from './email.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** How long it is remembered that an address had an account; of one that is suspended, until that ends. */
export const REMEMBERED_DAYS = 30;
const REMEMBERED_MS = REMEMBERED_DAYS * DAY_MS;

type Hashing = Pick<Context, 'clock' | 'keyedHash'>;

const addressHash = ({ keyedHash }: Hashing, email: string) => keyedHash(`address ${emailKey(email)}`);

/**
 * Keeps of an account what outlives it: a keyed hash of its address, and until when it is suspended. The account is locked.
 * @returns its address; undefined when it is gone already
 */
export async function rememberAccount(transaction: Db, context: Hashing, userId: number): Promise<string | undefined> {
  const now = context.clock();
  const account = await transaction
    .selectFrom('accounts')
    .select(['email', 'suspended_until'])
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!account) return undefined;
  const until = account.suspended_until && account.suspended_until > now ? account.suspended_until : null;
  const kept = { deleted_at: now, suspended_until: until, forget_at: later(new Date(now.getTime() + REMEMBERED_MS), until) };
  // What was kept of an address before it.
  await transaction.updateTable('former_accounts').set(kept).where('user_id', '=', userId).execute();
  await keepAddress(transaction, { user_id: userId, address: addressHash(context, account.email), ...kept });
  return account.email;
}

async function keepAddress(transaction: Db, { user_id, address, ...kept }: Insertable<Tables['former_accounts']>): Promise<void> {
  await transaction
    .insertInto('former_accounts')
    .values({ user_id, address, ...kept })
    .onConflict((oc) => oc.columns(['user_id', 'address']).doUpdateSet(kept))
    .execute();
}

/**
 * Links deleted accounts that had an address to the account that gets it, whose suspension lasts as long as theirs; in the transaction
 * that gives it the address.
 */
export async function claimFormerAccount(transaction: Db, context: Hashing, userId: number, email: string): Promise<void> {
  const now = context.clock();
  const found = await transaction
    .updateTable('former_accounts')
    .set({ now_user_id: userId })
    .where('address', '=', addressHash(context, email))
    .where('user_id', '<>', userId)
    .where('forget_at', '>', now)
    .returning('suspended_until')
    .execute();
  const until = found.reduce<Date>((latest, { suspended_until: end }) => later(latest, end), now);
  if (until > now)
    await transaction
      .updateTable('accounts')
      .set({ suspended_until: sql`greatest(suspended_until, ${until})` })
      .where('user_id', '=', userId)
      .execute();
}

/** Notes that a member has another address, in the transaction of the change: the one before stays suspended if the member is. */
export async function changeAddress(
  transaction: Db,
  context: Hashing,
  { userId, from, to }: { userId: number; from: string; to: string },
): Promise<void> {
  const now = context.clock();
  const { suspended_until: until } = await transaction
    .selectFrom('accounts')
    .select('suspended_until')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (until && until > now)
    await keepAddress(transaction, { user_id: userId, address: addressHash(context, from), suspended_until: until, forget_at: until });
  await claimFormerAccount(transaction, context, userId, to);
}

const later = (one: Date, other: Date | null) => (other && other > one ? other : one);

/** Suspends a member until a date, or not any more; also what is kept of deleted accounts with their address. */
export async function setSuspension(transaction: Db, userId: number, until: Date | null, now: Date): Promise<void> {
  await transaction.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', userId).execute();
  await sql`
    update former_accounts set suspended_until = ${until}::timestamptz,
      forget_at = greatest(${until}::timestamptz, deleted_at + make_interval(days => ${sql.lit(REMEMBERED_DAYS)}), ${now}::timestamptz)
    where address in (select address from former_accounts where user_id = ${userId} or now_user_id = ${userId})`.execute(transaction);
}

/** A suspension of a member, of whoever has the address of a deleted one, or of the address alone. */
interface Suspension {
  /** Whom it holds for now. */
  userId: number;
  hasAccount: boolean;
  until: Date | null;
}

/** Locks the suspension of somebody who is or was a member. @returns undefined when nothing is known of them any more */
export async function lockSuspension(transaction: Db, userId: number): Promise<Suspension | undefined> {
  const lockAccount = async (id: number): Promise<Suspension | undefined> => {
    const query = transaction.selectFrom('accounts').select('suspended_until').where('user_id', '=', id);
    const account = await query.forUpdate().executeTakeFirst();
    return account && { userId: id, hasAccount: true, until: account.suspended_until };
  };
  const own = await lockAccount(userId);
  if (own) return own;
  const former = await transaction
    .selectFrom('former_accounts')
    .select(['now_user_id', 'suspended_until'])
    .where('user_id', '=', userId)
    .orderBy('now_user_id')
    .forUpdate()
    .executeTakeFirst();
  if (!former) return undefined;
  const returned = former.now_user_id === null ? undefined : await lockAccount(former.now_user_id);
  return returned ?? { userId, hasAccount: false, until: former.suspended_until };
}

/**
 * The member that an id belongs to now: of a deleted account, the one that signed up with its address since, as long as that is stored.
 * @param userId a column with its table
 */
export const currentMemberOf = (userId: `${string}.${string}`) =>
  sql<number>`coalesce(
    (select max(former.now_user_id) from former_accounts as former where former.user_id = ${sql.ref(userId)}), ${sql.ref(userId)})`;

/** What is kept of accounts that were deleted and had a member's address. */
export const readFormerAccounts = (db: Db, userId: number) =>
  db
    .selectFrom('former_accounts')
    .select(['deleted_at as deletedAt', 'suspended_until as suspendedUntil', 'forget_at as forgottenAt'])
    .where('now_user_id', '=', userId)
    .orderBy('deleted_at')
    .execute();

/** Deletes what was kept of deleted accounts when it is time, and mails that could not be sent. */
export async function clearFormerAccounts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const now = clock();
  await db.deleteFrom('former_accounts').where('forget_at', '<=', now).execute();
  await clearGivenUp(db, new Date(now.getTime() - REMEMBERED_MS));
}
