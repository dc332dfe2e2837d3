import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Where the database says that something was noted in the journal of changes. */
export const CHANNEL = 'changes';

/** Notes that anything may have changed, such as after the whole catalogue was replaced; in the transaction that did it. */
export async function noteEverything(db: Db): Promise<void> {
  await db.insertInto('changes').values({ subject: 'everything' }).execute();
}

/** Notes that these deals look otherwise although nothing in their rows has changed, in a transaction. */
export async function noteDeals(transaction: Db, threadIds: number[]): Promise<void> {
  await sql`
    insert into changes (subject, id, before, after, quiet)
    select 'deal', thread_id, deal_facts(d), deal_facts(d), true from deals as d where thread_id = any(${threadIds}::bigint[])`.execute(
    transaction,
  );
}

/** How long the journal keeps changes: the pages of an older release are all compared. */
const KEPT = '7 days';

/**
 * Deletes old entries of the journal. The newest of them stays: where nothing was noted for long, fresh positions are
 * known by it.
 */
export async function trimJournal(db: Db): Promise<void> {
  await sql`
    with old as (select seq from changes where noted_at < now() - ${sql.lit(KEPT)}::interval)
    delete from changes where seq in (select seq from old) and seq < (select max(seq) from old)`.execute(db);
}
