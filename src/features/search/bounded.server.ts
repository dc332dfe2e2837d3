import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** A hundred times as long as a search takes. Stopping a statement of the embedded database makes all others wait for a moment. */
const LONGEST_MS = 5_000;

/**
 * Only indexes are used, so that the time of a search does not depend on what the planner guesses about words. JIT is off, because compiling
 * a plan takes longer than running it.
 */
const BEGIN = `begin read only; set local statement_timeout = ${LONGEST_MS}; set local enable_seqscan = off; set local jit = off;
  set local pg_trgm.similarity_threshold = 0.19`;

/** Reads for a search within what one may cost; a statement that takes longer fails with `isTimeout`. */
export async function withSearchLimits<T>(db: Db, read: (bounded: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql.raw(BEGIN).execute(connection);
    const found = await read(connection);
    await sql`commit`.execute(connection);
    return found;
  });
}
