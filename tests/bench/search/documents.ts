import { withTaxonomy, visibleDeals } from '../../../src/features/deals/shown-deals.server.ts';
import type { Context } from '../../../src/server/context.ts';

/** A deal as the engines beside ours index it: what ours finds deals by. */
export interface DealDocument {
  id: string;
  title: string;
  brand: string;
  store: string;
  category: string;
}

/** All deals that a search may find, in an order that does not depend on the import. */
export async function readDocuments({ db }: Context): Promise<DealDocument[]> {
  const rows = await withTaxonomy(visibleDeals(db))
    .select(['d.source_id as id', 'd.title', 'b.name as brand', 's.name as store', 'c.name as category'])
    .orderBy('d.source_id')
    .execute();
  return rows.map((row) => ({ ...row, brand: row.brand ?? '' }));
}
