import type { Db } from '../../server/db/database.ts';

/** The deals that visitors may see, by themselves: what counting and choosing them needs. */
export const visibleDeals = (db: Db) => db.selectFrom('deals as d').where('d.status', '<>', 'scheduled');

/** Deals joined with what a card shows of their store, brand, category, poster and picture. */
export const withTaxonomy = (deals: ReturnType<typeof visibleDeals>) =>
  deals
    .innerJoin('stores as s', 's.id', 'd.store_id')
    .innerJoin('categories as c', 'c.id', 'd.category_id')
    .leftJoin('brands as b', 'b.id', 'd.brand_id')
    .leftJoin('members as poster', 'poster.user_id', 'd.posted_by')
    .leftJoin('pictures as photo', 'photo.address', 'd.image_url');

/** The deals that visitors may see, joined with what a card shows of their store, brand, category, poster and picture. */
export const shownDeals = (db: Db) => withTaxonomy(visibleDeals(db));
