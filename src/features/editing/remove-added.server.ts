import { sql } from 'kysely';
import pluralize from 'pluralize';
import { eachChunk } from '../../server/db/staging.ts';
import type { Progress } from '../../lib/progress.ts';
import type { Db } from '../../server/db/database.ts';
import { deleteMembers } from '../accounts/delete-members.server.ts';
import { addedBy } from '../catalogue-files/import-log.server.ts';
import { recordLabels } from '../catalogue-files/record-labels.server.ts';
import { expireDeals } from '../catalogue/deal-status.server.ts';
import { deleteOffers, deleteUnusedIds, markUnlisted } from '../catalogue/delete-added.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { offSite } from '../catalogue/status.server.ts';
import { deleteCommentsById } from '../posts/delete-comments.server.ts';
import { deleteReports } from '../reports/delete-reports.server.ts';
import { keyed } from '../../lib/keyed.ts';
import { removeDeals } from './remove-deals.server.ts';

interface RemovedAdded {
  removed: Record<RecordType, number>;
  /** Deals that members voted or wrote comments on: they are expired. */
  expired: number[];
  /** How many records somebody has deleted since. */
  gone: number;
  /** What stays because somebody has changed it since, or because something else refers to it. */
  stays: { type: RecordType; id: number }[];
}

/** Deletes, in a transaction, what an import added: what refers to others before what is referred to. */
export async function removeAdded(
  transaction: Db,
  importId: number,
  now: Date,
  onProgress: (progress: Progress) => void | Promise<void>,
): Promise<RemovedAdded> {
  const result: RemovedAdded = { removed: keyed(RECORD_TYPES, () => 0), expired: [], gone: 0, stays: [] };
  for (const type of REMOVAL) {
    const { ids, changedSince } = await addedBy(transaction, importId, type);
    const removedIds = new Set<number>();
    let going: number[];
    let before: number;
    do {
      going = ids.filter((id) => !removedIds.has(id));
      before = removedIds.size;
      await eachChunk(going.length, async ({ from, to }) => {
        const some = going.slice(from, to);
        const removed =
          type === 'deal' ? await removeAddedDeals(transaction, importId, some, result, now) : await deleteIds(transaction, type, some);
        for (const id of removed) removedIds.add(id);
        await onProgress({ phase: `removing ${pluralize(type)}`, done: before + to, total: ids.length });
      });
      // What has others of its type below it stays until they are gone, which may be of a later chunk.
    } while (NESTED.has(type) && removedIds.size > before && removedIds.size < ids.length);
    result.removed[type] = removedIds.size;
    const expired = type === 'deal' ? new Set(result.expired) : new Set<number>();
    const left = [...ids.filter((id) => !removedIds.has(id) && !expired.has(id)), ...changedSince];
    const there = await recordLabels(transaction, type, left);
    const stays = left.filter((id) => there.has(id));
    result.gone += left.length - stays.length;
    for (const id of stays) result.stays.push({ type, id });
  }
  return result;
}

const REMOVAL = ['comment', 'offer', 'deal', 'member', 'collection', 'store', 'brand', 'category', 'forum'] as const satisfies RecordType[];

const NESTED = new Set<RecordType>(['comment', 'category']);

async function deleteIds(transaction: Db, type: Exclude<RecordType, 'deal'>, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  if (type === 'comment') {
    const gone = await deleteCommentsById(transaction, ids);
    await deleteReports(transaction, gone);
    return new Set(gone);
  }
  if (type === 'member') return new Set(await deleteMembers(transaction, ids));
  if (type !== 'offer') return new Set(await deleteUnusedIds(transaction, type, ids));
  await deleteOffers(transaction, ids);
  return new Set(ids);
}

interface AddedDeal {
  thread_id: number;
  post_id: number;
  /** Whether it is live or scheduled. */
  ends: boolean;
  /** Edited, featured, or what others were merged into. */
  edited: boolean;
  discussed: boolean;
}

async function removeAddedDeals(transaction: Db, importId: number, ids: number[], result: RemovedAdded, now: Date): Promise<Set<number>> {
  const { rows } = await sql<AddedDeal>`
    select thread_id, post_id, status <> 'expired' and not ${offSite('d')} as ends,
      featured_at is not null or exists (select from edited_fields where thread_id = d.thread_id)
        or exists (
          select from merged_deals join imports on imports.id = ${importId}
          where into_thread_id = d.thread_id and merged_at > imported_at) as edited,
      exists (select from comments where thread_id = d.thread_id) or exists (select from votes where post_id = d.post_id) as discussed
    from deals as d where thread_id = any(${ids}::bigint[]) order by post_id for update`.execute(transaction);
  const going = rows.filter(({ edited, discussed }) => !edited && !discussed);
  const ending = rows.filter(({ edited, discussed }) => !edited && discussed);
  const expiring = ending.filter(({ ends }) => ends).map(({ thread_id }) => thread_id);
  await expireDeals(transaction, expiring, now);
  await markUnlisted(transaction, expiring);
  await removeDeals(transaction, going);
  for (const { thread_id } of ending) result.expired.push(thread_id);
  return new Set(going.map(({ thread_id }) => thread_id));
}
