import { sql, type RawBuilder } from 'kysely';
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

/**
 * Runs a statement on any number of rows, in slices. Rows that others have locked meanwhile are left as they are.
 * @param statement such as `delete from drafts`, without its condition
 * @param rows the table and the condition, such as `drafts where saved_at < …`; no row may meet it any more afterwards
 * @param most rows of a slice
 */
export async function changeBySlices(db: Db, statement: RawBuilder<unknown>, rows: RawBuilder<unknown>, most: number): Promise<void> {
  await bySlices(db, most, async (transaction) => {
    const changed = await sql`
      ${statement} where ctid = any(array(select ctid from ${rows} limit ${most} for update skip locked)) returning true`.execute(
      transaction,
    );
    return changed.rows;
  });
}
