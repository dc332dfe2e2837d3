import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { commentPage, memberPage } from './export-community.server.ts';
import { dealPage } from './export-deals.server.ts';
import { offerPage } from './export-offers.server.ts';
import { brandPage, categoryPage, collectionPage, forumPage, storePage } from './export-taxonomy.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import type { Page, PageRequest } from './export-values.ts';
import { Refused } from '../../lib/refused.ts';

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
const MOST_NAMED = 20;

/**
 * Writes everything as the records that `import` reads, one JSON text a call and without line breaks, in the order in
 * which they are imported. It is one state of the database; imported into an empty one it exports the same again.
 * The embedded database serves nobody else meanwhile, so `write` must not wait for a slow reader.
 * @param source only members, deals, comments and offers of that source; what they are filed under always
 * @throws Refused when nothing is of that source
 */
export async function exportCatalogue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  write: (line: string) => Promise<void>,
  { source }: { source?: string | undefined },
): Promise<void> {
  const now = clock();
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  await snapshot.execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    if (source !== undefined) await refuseUnknown(transaction, source);
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

/** Refuses an unknown source, which is probably mistyped: the file would lack what was wanted. */
async function refuseUnknown(db: Db, source: string): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select source from deals union select source from offers union select source from members union select source from comments
    order by source`.execute(db);
  if (rows.some((row) => row.source === source)) return;
  const known = rows.slice(0, MOST_NAMED).map((row) => row.source);
  const more = rows.length - known.length;
  throw new Refused(
    `there is no source ${JSON.stringify(source)}; ${known.length > 0 ? `known: ${known.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : 'nothing has one yet'}`,
  );
}
