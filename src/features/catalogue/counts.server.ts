import type { Db } from '../../server/db/database.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';

export interface CatalogueCounts {
  deals: Record<DealStatus, number>;
  offers: Record<DealStatus, number>;
  comments: number;
  members: number;
}

/** How much there is on the site. */
export async function countCatalogue(db: Db): Promise<CatalogueCounts> {
  return {
    deals: await countByStatus(db, 'deals'),
    offers: await countByStatus(db, 'offers'),
    comments: await countAll(db, 'comments'),
    members: await countAll(db, 'members'),
  };
}

async function countByStatus(db: Db, table: 'deals' | 'offers'): Promise<Record<DealStatus, number>> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  const counted = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { live: 0, scheduled: 0, expired: 0, ...counted };
}

async function countAll(db: Db, table: 'comments' | 'members'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
