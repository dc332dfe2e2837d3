import { sql } from 'kysely';
import type { Db } from './database.ts';

/** How long a statement may run where nothing else is set, on both databases. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * How long what is written for a request waits for rows that others have locked, such as an import those that it has changed. Each that waits
 * has a connection meanwhile, of the few that all share.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/** Begins a transaction with that limit, in one round trip. */
export const beginBriefly = (ms: number): string => `begin; set local lock_timeout = ${ms}`;

/**
 * Does what may take longer than a statement usually gets and cannot say so in a transaction of its own, such as migrating
 * or vacuuming, on a connection that knows no limit meanwhile.
 */
export function withoutTimeLimit<T>(db: Db, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
