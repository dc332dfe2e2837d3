import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { keepEdited, type KeptFields } from './keep-edited.server.ts';
import { hasJustExpired, offSite } from './status.server.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { Range } from '../../server/db/staging.ts';
import { keepIds, NEXT_ID } from './kept-ids.server.ts';
import { linkDeals, markChanged } from './link-deals.server.ts';
import { updateRanks } from './update-ranks.server.ts';
import { DEAL_COLUMNS, JUDGED_COLUMNS, prepareDeals, resolveDeals, RECORD_COLUMNS } from './resolve-deals.server.ts';
import type { ParseContext } from './parse-fields.ts';
import { notePictures } from '../pictures/note-pictures.server.ts';
import { stagedRows, upsert, type Target } from '../../server/db/upsert.ts';

interface SavedDeals {
  added: number[];
  /** All that changed, including those that expired. */
  changed: number[];
  expired: number;
  /** How many of their pictures no record has named before. */
  newPictures: number;
  /** Fields that editors changed and that the records would change back. */
  kept: KeptFields[];
  /** How many new deals got another address than their records asked for, because that one was taken. */
  readdressed: number;
  /** How many stay off the site, as a moderator decided. */
  offSite: number;
}

const DEALS: Target = {
  table: 'deals',
  id: 'thread_id',
  key: ['source', 'source_id'],
  columns: DEAL_COLUMNS,
  first: ['votes_up', 'votes_down', 'rank', 'thread_id', 'post_id', ...JUDGED_COLUMNS],
  defaults: { thread_id: NEXT_ID, post_id: NEXT_ID },
  returning: { added: sql`false as expired`, changed: sql`${hasJustExpired} as expired` },
};

/**
 * Saves staged deals with their collections and observed prices. A deal that changes is dated `now` unless its record
 * gives `updatedAt`; one that does not change keeps everything, also its `changed_at`, and fields that editors changed stay. `prepareDeals` comes before it.
 */
export async function upsertDeals(db: Db, range: Range, { now, timeZone }: Pick<ParseContext, 'now' | 'timeZone'>): Promise<SavedDeals> {
  const isNew = await resolveDeals(db, stagedRows('deal', range, RECORD_COLUMNS), now);
  const kept = isNew ? [] : await keepEdited(db, timeZone);
  const stayOff = await countOffSite(db);
  return { ...(await saveWanted(db, now, isNew)), kept, offSite: stayOff };
}

/** What became of one deal. */
export type Saved = 'added' | 'changed' | 'unchanged';

/**
 * Saves one deal, as `upsertDeals` saves many, in a transaction.
 * @param data as `stagedData` gives it
 */
export async function upsertDeal(
  transaction: Db,
  { source, sourceId, data }: { source: string; sourceId: string; data: object },
  now: Date,
): Promise<{ threadId: number; saved: Saved; newPictures: number }> {
  await prepareDeals(transaction);
  const row = sql`(select 0 as ord, ${source}::text as source, ${sourceId}::text as source_id, r.*
    from jsonb_to_record(${JSON.stringify(data)}::jsonb) as r(${RECORD_COLUMNS}))`;
  const isNew = await resolveDeals(transaction, row, now);
  const { added, changed, newPictures } = await saveWanted(transaction, now, isNew);
  const { thread_id: threadId } = await transaction
    .selectFrom('deals')
    .select('thread_id')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return { threadId, saved: added.length > 0 ? 'added' : changed.length > 0 ? 'changed' : 'unchanged', newPictures };
}

async function countOffSite(db: Db): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::int as count from wanted_deals as w where ${offSite('w')}`;
  return (await oneRow(db, query)).count;
}

/** Saves what `wanted_deals` has. @param isNew whether none of the deals exists yet */
async function saveWanted(db: Db, now: Date, isNew: boolean): Promise<Omit<SavedDeals, 'kept' | 'offSite'>> {
  const onChange = {
    updated_at: sql`case when wanted.dated then wanted.updated_at else ${now}::timestamptz end`,
    changed_at: sql`now()`,
  };
  const readdressed = await keepIds(db);
  const { added, changed } = await upsert<{ expired: boolean }>(db, { ...DEALS, onChange, isNew }, sql`select * from wanted_deals`);
  const newPictures = await notePictures(db, sql`select image_url from wanted_deals`);
  const linked = await linkDeals(db, isNew);

  const known = new Set([...added, ...changed].map(({ id }) => id));
  const relinked = [...new Set(linked)].filter((id) => !known.has(id));
  await markChanged(db, relinked, now);
  const edited = changed.map(({ id }) => id);
  await updateRanks(db, edited);
  return {
    added: added.map(({ id }) => id),
    changed: [...edited, ...relinked],
    expired: changed.filter(({ expired }) => expired).length,
    newPictures,
    readdressed,
  };
}
