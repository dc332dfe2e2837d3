import { sql } from 'kysely';
import type { Db } from './database.ts';

/** How long a statement may run where nothing else is set, on both databases. */
export const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * How long the writes of a request wait for rows that others have locked, such as an import the rows that it changed. A waiting request
 * occupies one of the few shared connections.
 */
export const LOCK_TIMEOUT_MS = 2_000;

/** Begins a transaction with that limit, in one round trip. */
export const beginBriefly = (ms: number): string => `begin; set local lock_timeout = ${ms}`;

/**
 * Runs work on a connection without time limit: for work such as migrating or vacuuming, which may take longer than a statement usually
 * may, and which cannot set its own limit in a transaction.
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
