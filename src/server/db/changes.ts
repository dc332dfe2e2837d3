import { sql } from 'kysely';
import type { Db } from './database.ts';

/** The notification channel on which the database announces entries in the journal of changes. */
export const CHANNEL = 'changes';

/** Notes that anything may have changed, such as after the whole catalogue was replaced; in the transaction that did it. */
export async function noteEverything(db: Db): Promise<void> {
  await db.insertInto('changes').values({ subject: 'everything' }).execute();
}

/** Notes, in a transaction, that these deals' pages have changed although their rows have not. */
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
 * Deletes old entries of the journal. The newest old entry stays: when nothing was noted for long, it tells a current position from one
 * that is too old.
 */
export async function trimJournal(db: Db): Promise<void> {
  await sql`
    with old as (select seq from changes where noted_at < now() - ${sql.lit(KEPT)}::interval)
    delete from changes where seq in (select seq from old) and seq < (select max(seq) from old)`.execute(db);
}
