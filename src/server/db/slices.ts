import type { Db } from './database.ts';

/** Rows that are written in one transaction, so that it stays far below the time limit of statements; as many as the journal notes one by one (migration 0002). */
export const SLICE = 500;

/**
 * Works off what may be any number of rows by slices, each in a transaction of its own: what is done stays done when a later one fails.
 * @param work does at most `most` of what is left, and returns it: fewer when nothing is left
 */
export async function bySlices<Row>(db: Db, most: number, work: (transaction: Db) => Promise<Row[]>): Promise<Row[]> {
  const slices: Row[][] = [];
  for (;;) {
    const slice = await db.transaction().execute(work);
    slices.push(slice);
    if (slice.length < most) return slices.flat();
  }
}
