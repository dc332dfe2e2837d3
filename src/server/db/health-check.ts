import { sql } from 'kysely';
import type { Db } from './database.ts';

/** How long a readiness check waits. */
const LONGEST_MS = 2_000;

/**
 * Checks whether a database answers in time. Checks at the same moment share one statement.
 * @returns a function that checks it
 */
export function openHealthCheck(db: Db, longestMs = LONGEST_MS): () => Promise<boolean> {
  let pending: Promise<boolean> | undefined;
  const check = () =>
    sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (pending = undefined));
  return () => {
    const { promise: late, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), longestMs).unref();
    return Promise.race([(pending ??= check()), late]).finally(() => clearTimeout(timer));
  };
}
