import type { Db } from './database.ts';

/** Rows that are written in one transaction, so that it stays far below the time limit of statements; as many as the journal notes one by one (migration 0002). */
export const SLICE = 500;

/**
 * Processes any number of rows in slices, each in its own transaction: finished slices stay when a later one fails.
 * @param work processes and returns at most `most` of the remaining rows; fewer mean that none is left
 */
export async function bySlices<Row>(db: Db, most: number, work: (transaction: Db) => Promise<Row[]>): Promise<Row[]> {
  const slices: Row[][] = [];
  for (;;) {
    const slice = await db.transaction().execute(work);
    slices.push(slice);
    if (slice.length < most) return slices.flat();
  }
}
