import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { group, MOST_SHOWN, type FindingGroup, type FindingRow } from './finding.ts';

/** Deals that have not expired and share store, price and title, whatever its case, accents and punctuation. */
export async function checkDuplicates(db: Db): Promise<FindingGroup | undefined> {
  const { rows } = await sql<FindingRow>`
    select d.thread_ids, format('deals %s: "%s" at %s', array_to_string(d.thread_ids, ', '), d.title, stores.slug) as text,
      count(*) over ()::int as total
    from (
      select store_id, price_cents, array_agg(thread_id order by thread_id) as thread_ids, min(title) as title
      from deals where status <> 'expired'
      group by store_id, price_cents, currency, title_key(title) having count(*) > 1) as d
    join stores on stores.id = d.store_id
    order by d.thread_ids[1] limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Keep one: "merge DUPLICATE INTO" moves comments and votes and leaves a redirect.';
  return group({ name: 'duplicates', title: 'The same title and price at the same store', advice }, rows);
}
