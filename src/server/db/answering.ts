import { sql } from 'kysely';
import { setTimeout as passes } from 'node:timers/promises';
import type { Db } from './database.ts';

/** Whoever asks whether a site is ready waits no longer. */
const LONGEST_MS = 2_000;

/**
 * Finds out whether a database answers, and soon enough; however many want to know at once, it is asked once.
 * @returns a function that asks
 */
export function watchAnswering(db: Db, longestMs = LONGEST_MS): () => Promise<boolean> {
  let asked: Promise<boolean> | undefined;
  const ask = () =>
    sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asked = undefined));
  return () => Promise.race([(asked ??= ask()), passes(longestMs, false, { ref: false })]);
}
