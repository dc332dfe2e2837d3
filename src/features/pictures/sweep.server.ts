import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { every } from '../../server/every.ts';
import { lockPictures } from './due-pictures.server.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

const SWEPT_EVERY_MS = HOUR_MS;
/** An editor may take a picture back, and pages in caches still ask for it. */
const KEPT_MS = 30 * DAY_MS;

/**
 * Removes pictures that nothing has used for 30 days, with their files.
 * @param used addresses that others than deals use
 */
export async function sweepPictures({ db, clock }: Pick<Context, 'db' | 'clock'>, used: string[]): Promise<void> {
  const now = clock();
  const isUsed = sql`(exists (select from deals where deals.image_url = pictures.address) or pictures.address = any(${used}::text[]))`;
  await sql`update pictures set unused_since = null where unused_since is not null and ${isUsed}`.execute(db);
  await sql`update pictures set unused_since = ${now} where unused_since is null and not ${isUsed}`.execute(db);
  await db.transaction().execute(async (transaction) => {
    await lockPictures(transaction);
    await sql`delete from pictures where unused_since < ${new Date(now.getTime() - KEPT_MS)} and not ${isUsed}`.execute(transaction);
    await sql`delete from picture_files where not exists (select from pictures where pictures.digest = picture_files.digest)`.execute(
      transaction,
    );
  });
}

/** Sweeps every hour; of servers that share a database, whoever comes second finds nothing to do. */
export function startPictureSweepJob(
  context: Pick<Context, 'db' | 'clock'>,
  usedElsewhere: (db: Db) => Promise<string[]>,
  onError: (error: unknown) => void,
): () => void {
  return every(SWEPT_EVERY_MS, async () => sweepPictures(context, await usedElsewhere(context.db)), onError);
}
