import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** What hangs on one post or thread goes to another, by their ids. Of moves that are done at once, each id is in one alone. */
export interface Move {
  from: number;
  into: number;
}

/** Moves as a table `move` of a statement, with the columns `from_id` and `into_id`. */
export const moveTable = (moves: readonly Move[]): RawBuilder<unknown> =>
  sql`unnest(${moves.map(({ from }) => from)}::bigint[], ${moves.map(({ into }) => into)}::bigint[]) as move (from_id, into_id)`;

/**
 * Runs a statement that moves rows, in a transaction.
 * @param statement ends in `returning … as id`, where its rows are now
 * @returns how many rows came to each id, 0 left out
 */
export async function countMoved(transaction: Db, statement: RawBuilder<unknown>): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; count: number }>`
    with moved as (${statement}) select id, count(*)::int as count from moved group by id`.execute(transaction);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
