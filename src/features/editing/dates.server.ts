import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/connect.ts';

/**
 * Deals and offers start and expire by their dates without anyone acting: what is due at the context's time
 * goes live, or expires.
 * @returns those whose status changed
 */
export async function advanceDates({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<{ threadIds: number[]; offerIds: number[] }> {
  const now = clock();
  return db.transaction().execute(async (transaction) => ({
    threadIds: await advance(transaction, sql.table('deals'), sql.ref('thread_id'), now),
    offerIds: await advance(transaction, sql.table('offers'), sql.ref('id'), now),
  }));
}

async function advance(db: Db, table: RawBuilder<unknown>, id: RawBuilder<unknown>, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${table} set changed_at = now(), status = case when expires_at <= ${now}::timestamptz then 'expired' else 'live' end
    where (status = 'scheduled' and starts_at <= ${now}::timestamptz) or (status = 'live' and expires_at <= ${now}::timestamptz)
    returning ${id} as id`.execute(db);
  return rows.map((row) => row.id);
}
