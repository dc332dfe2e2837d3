import { sql } from 'kysely';
import { decimal } from '../../../lib/money.ts';
import type { Db } from '../../../server/db/database.ts';
import { findingGroup, MOST_SHOWN, type FindingGroup } from './finding.ts';

/** Deals whose list price is no more than their price. Imports, commands and forms all refuse such deals. */
export async function checkListPrices(db: Db): Promise<FindingGroup | undefined> {
  const { rows } = await sql<{ id: number; title: string; price: number; list: number; total: number }>`
    select thread_id as id, title, price_cents as price, list_price_cents as list, count(*) over ()::int as total
    from deals where list_price_cents <= price_cents order by thread_id limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Give another, or none: "edit DEAL --list-price AMOUNT", "edit DEAL --list-price \'\'".';
  const findings = rows.map(({ id, title, price, list, total }) => ({
    thread_ids: [id],
    total,
    text: `deal ${id} "${title}" costs ${decimal(price)} and has a list price of ${decimal(list)}`,
  }));
  return findingGroup({ name: 'list-prices', title: 'List prices that are no more than the price', advice }, findings);
}
