import { sql, type Insertable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import type { Tables } from '../../server/db/schema.ts';
import { every } from '../../server/every.ts';
import { IDLE_MS, LONGEST_MS } from './session-lifetime.ts';
import { HOUR_MS } from '../../lib/durations.ts';

/** A condition: whether a session `s` has not expired. @param now in milliseconds */
export const isActive = (now: number) =>
  sql<boolean>`(s.seen_at > ${new Date(now - IDLE_MS)}::timestamptz and s.created_at > ${new Date(now - LONGEST_MS)}::timestamptz)`;

/** Returns the member's sessions that have not expired, the one used last first. */
export const sessionsOf = ({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number) =>
  db
    .selectFrom('sessions as s')
    .select(['s.id', 's.token_hash', 's.device', 's.created_at', 's.seen_at'])
    .where('s.user_id', '=', userId)
    .where(isActive(clock().getTime()))
    .orderBy('s.seen_at', 'desc')
    .execute();

/**
 * Locks a session, and the account that it is of, until the transaction ends. The account comes first, as where a log-in replaces a session
 * or a reset ends all of them, to avoid a deadlock.
 * @returns whether it has not ended: a reset may have deleted it while a password was checked
 */
export async function lockSession(transaction: Db, { userId, tokenHash }: { userId: number; tokenHash: Buffer }): Promise<boolean> {
  await transaction.selectFrom('accounts').select('user_id').where('user_id', '=', userId).forUpdate().execute();
  const found = await transaction
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Replaces a session by a new one. Of the same member, the id stays; another member's session is deleted.
 * @param tokenHash that of the session before
 * @returns whether it took its place
 */
export async function replaceSession(transaction: Db, tokenHash: Buffer, session: Insertable<Tables['sessions']>): Promise<boolean> {
  const replaced = await transaction
    .updateTable('sessions')
    .set({ ...session, lapsed: false })
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', session.user_id)
    .executeTakeFirst();
  if (replaced.numUpdatedRows > 0n) return true;
  await deleteSession(transaction, tokenHash);
  return false;
}

/** How many sessions a member has at most: a program that logs in anew each time would leave one behind each time. */
const MOST_SESSIONS = 100;

/** Begins a session, in the transaction that has locked its account; of more than `MOST_SESSIONS` those end that were used longest ago. */
export async function beginSession(transaction: Db, session: Insertable<Tables['sessions']>): Promise<void> {
  await sql`
    delete from sessions where token_hash = any(array(
      select token_hash from sessions where user_id = ${session.user_id} order by seen_at desc, created_at desc offset ${MOST_SESSIONS - 1}))`.execute(
    transaction,
  );
  await transaction.insertInto('sessions').values(session).execute();
}

/** Deletes the session with this hash of its token, if there is one. */
export async function deleteSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/**
 * Ends one session of a member.
 * @param id as pages show it
 * @returns its token's hash; undefined when the member has no such session
 */
export async function endSessionOf(db: Db, userId: number, id: string): Promise<Buffer | undefined> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
    .returning('token_hash')
    .executeTakeFirst();
  return ended?.token_hash;
}

/** Deletes a member's sessions, except the one that is kept. */
export async function deleteSessions(db: Db, userId: number, kept?: Buffer): Promise<void> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (kept) sessions = sessions.where('token_hash', '<>', kept);
  await sessions.execute();
}

/**
 * Deletes expired sessions and links. Unlike when somebody ends a session, what belongs to it, such as pushes, stays (migration 0048).
 * @param most how many in one transaction
 */
export async function clearOldSessions({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const now = clock().getTime();
  await changeBySlices(db, sql`update sessions set lapsed = true`, sql`sessions as s where not lapsed and not ${isActive(now)}`, most);
  await changeBySlices(db, sql`delete from sessions`, sql`sessions where lapsed`, most);
  await changeBySlices(db, sql`delete from tokens`, sql`tokens where expires_at < ${new Date(now)}::timestamptz`, most);
}

/** Deletes old sessions every hour. @returns a function that stops it */
export function startSessionsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(HOUR_MS, () => clearOldSessions(context), onError);
}
