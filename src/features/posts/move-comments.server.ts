import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { countMoved, type Move, moveTable } from '../../server/db/moves.ts';

/**
 * Moves the comments on deals to others, in a transaction; they keep their ids, so links to them go on working.
 * @param moves of threads
 * @returns how many came to each thread
 */
export function moveComments(transaction: Db, moves: readonly Move[]): Promise<Map<number, number>> {
  return countMoved(
    transaction,
    sql`update comments set thread_id = move.into_id from ${moveTable(moves)} where thread_id = move.from_id returning thread_id as id`,
  );
}
