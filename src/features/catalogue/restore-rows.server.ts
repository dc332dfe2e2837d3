import { restorable, type Restorable, rowsOf } from '../../server/db/row-fields.ts';
import type { RecordType } from './record.ts';
import { updateRanks } from './update-ranks.server.ts';

const STORES = rowsOf('stores');
const CATEGORIES = rowsOf('categories');

const DEALS = restorable(
  rowsOf('deals', 'thread_id'),
  {
    store_id: STORES,
    brand_id: rowsOf('brands'),
    category_id: CATEGORIES,
    forum_id: rowsOf('forums'),
    posted_by: rowsOf('members', 'user_id'),
  },
  ['changed_at'],
);

/** Rows of the catalogue whose fields can be put back, by types of records. */
export const CATALOGUE_ROWS: Record<Exclude<RecordType, 'member' | 'comment'>, Restorable> = {
  forum: restorable(rowsOf('forums')),
  category: restorable(CATEGORIES, { parent_id: CATEGORIES }),
  store: restorable(STORES),
  brand: restorable(rowsOf('brands')),
  collection: restorable(rowsOf('collections')),
  deal: {
    ...DEALS,
    async write(db, rows) {
      await DEALS.write(db, rows);
      await updateRanks(
        db,
        rows.flatMap(({ id, fields }) => ('posted_at' in fields ? [id] : [])),
      );
    },
  },
  offer: restorable(rowsOf('offers'), { store_id: STORES }, ['changed_at']),
};
