import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { commentPage, memberPage } from './export-community.server.ts';
import { dealPage } from './export-deals.server.ts';
import { offerPage } from './export-offers.server.ts';
import { brandPage, categoryPage, collectionPage, forumPage, storePage } from './export-taxonomy.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import type { Page, PageRequest } from './export-values.ts';

const PAGES: Record<RecordType, (db: Db, request: PageRequest) => Promise<Page>> = {
  forum: forumPage,
  category: categoryPage,
  store: storePage,
  brand: brandPage,
  collection: collectionPage,
  member: memberPage,
  deal: dealPage,
  comment: commentPage,
  offer: offerPage,
};

const PAGE = 500;

/**
 * Writes everything as the records that `import` reads, one JSON text a call and without line breaks, in the order in
 * which they are imported. It is one state of the database; imported into an empty one it exports the same again.
 * The embedded database serves nobody else meanwhile, so `write` must not wait for a slow reader.
 * @param options `source`: only members, deals, comments and offers of that source; what they are filed under always
 */
export async function exportCatalogue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  write: (line: string) => Promise<void>,
  { source }: { source?: string | undefined } = {},
): Promise<void> {
  const now = clock();
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    for (const type of RECORD_TYPES) {
      let page: Page;
      let after = 0;
      do {
        page = await PAGES[type](transaction, { after, limit: PAGE, source, now });
        for (const { id, record } of page) {
          await write(JSON.stringify(record));
          after = id;
        }
      } while (page.length === PAGE);
    }
  });
}
