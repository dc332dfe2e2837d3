import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { lockPictures } from './due-pictures.server.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

const SWEPT_EVERY_MS = HOUR_MS;
/** Kept for a while, because editors may use a picture again, and cached pages still request it. */
const KEPT_MS = 30 * DAY_MS;

/** Whether something uses a picture. @param used addresses that others than deals use */
export const isUsed = (used: string[]): RawBuilder<unknown> =>
  sql`(exists (select from deals where deals.image_url = pictures.address) or pictures.address = any(${used}::text[]))`;

/**
 * Removes pictures that nothing has used for 30 days, with their files.
 * @param used addresses that others than deals use
 * @param most how many in one transaction
 */
export async function sweepPictures({ db, clock }: Pick<Context, 'db' | 'clock'>, used: string[], most = SLICE): Promise<void> {
  const now = clock();
  const some = (which: RawBuilder<unknown>) =>
    sql`id = any(array(select id from pictures where ${which} limit ${most} for update skip locked)) returning id`;
  const each = (statement: RawBuilder<unknown>) =>
    bySlices(db, most, async (transaction) => {
      await lockPictures(transaction);
      const { rows } = await statement.execute(transaction);
      return rows;
    });
  await each(sql`update pictures set unused_since = null where ${some(sql`unused_since is not null and ${isUsed(used)}`)}`);
  await each(sql`update pictures set unused_since = ${now} where ${some(sql`unused_since is null and not ${isUsed(used)}`)}`);
  const longAgo = new Date(now.getTime() - KEPT_MS);
  await each(sql`delete from pictures where ${some(sql`unused_since < ${longAgo}::timestamptz and not ${isUsed(used)}`)}`);
  const isLeft = sql`not exists (select from pictures where pictures.digest = picture_files.digest)`;
  await each(sql`
    delete from picture_files where ctid = any(array(select ctid from picture_files where ${isLeft} limit ${most}))
    returning digest`);
}

/** Sweeps every hour; of servers that share a database, the second one finds nothing to do. */
export function startPictureSweepJob(
  context: Pick<Context, 'db' | 'clock'>,
  usedElsewhere: (db: Db) => Promise<string[]>,
  onError: (error: unknown) => void,
): () => void {
  return every(SWEPT_EVERY_MS, async () => sweepPictures(context, await usedElsewhere(context.db)), onError);
}
