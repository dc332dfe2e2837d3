import { sql } from 'kysely';
import type { Db } from './database.ts';
import { oneRow } from './one-row.ts';

/** Keys of PostgreSQL's advisory locks, all in one place: two subjects with the same key would wait for each other. */
const KEYS = {
  /** Commands that edit the catalogue, one after the other. */
  editing: 7_205_759,
  /** Claiming pictures to fetch, storing and sweeping their files. */
  pictures: 7_205_760,
  hiddenScores: 7_205_761,
  trending: 7_205_762,
  /** Counting the events of days that are over. */
  events: 7_205_763,
  /** Starting and ending deals and offers by their dates. */
  dates: 7_205_764,
  /** The index of search suggestions. */
  suggestions: 7_205_765,
  criteria: 7_205_771,
  /** Who administers the site. */
  roles: 7_205_772,
  /** The header, footer and banners that editors save. */
  shell: 7_205_773,
} as const;

export type AdvisoryLock = keyof typeof KEYS;

/** Waits for a lock, shared by all servers and commands of the database, and holds it until the transaction ends. */
export async function acquireLock(transaction: Db, lock: AdvisoryLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYS[lock]})`.execute(transaction);
}

/**
 * Takes a lock until the transaction ends, if it is free.
 * @returns false when another transaction, maybe of another server, holds it
 */
export async function tryAcquireLock(transaction: Db, lock: AdvisoryLock): Promise<boolean> {
  const { taken } = await oneRow(transaction, sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${KEYS[lock]}) as taken`);
  return taken;
}

/** Whether a transaction, maybe of another server, holds a lock. */
export async function isLockHeld(db: Db, lock: AdvisoryLock): Promise<boolean> {
  const { held } = await oneRow(
    db,
    sql<{ held: boolean }>`
    select exists (
      select from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${KEYS[lock]}::bigint::oid and granted
        and database = (select oid from pg_database where datname = current_database())) as held`,
  );
  return held;
}
