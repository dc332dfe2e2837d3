import { randomBytes } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import { duplicateOf } from '../catalogue-files/duplicate-of.server.ts';
import { repairRecord } from '../catalogue-files/repair-text.ts';
import { repairLines } from './repair-lines.ts';
import { addressOf, dealLabel } from './named-deals.server.ts';
import { postedBy } from './posted-by.server.ts';
import { keyOf, type RecordKey } from '../catalogue/check-record.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { Refused } from '../../lib/refused.ts';
import { editingTransaction } from './editing-transaction.server.ts';
import { saveDeal } from './save-deal.server.ts';
import { describeSchedule } from './schedule.server.ts';

const SOURCE = 'editor';

/**
 * Adds one deal.
 * @param written the fields of an imported deal, less those that are made here when they are absent (`type`,
 * `source`, `sourceId`)
 * @param poster who posted it, by user name or as `source:sourceId`
 * @throws Refused telling what is wrong with it, or that the deal is there already
 */
export async function addDeal(
  context: Context,
  { record: written, poster }: { record: Record<string, unknown>; poster?: string | undefined },
  { dryRun }: { dryRun: boolean },
): Promise<CommandResult> {
  const { value: record, repaired } = repairRecord(written);
  const day = context.clock().toISOString().slice(0, 10);
  const named = { source: SOURCE, sourceId: `${day}-${randomBytes(4).toString('hex')}`, ...record };
  const save = async (transaction: Db, now: Date) => {
    await refuseKnown(transaction, keyOf({ ...named, type: 'deal' }));
    const by = poster === undefined ? {} : await postedBy(transaction, poster);
    const parseContext = { ...parseContextOf(context), now };
    const saved = await saveDeal(transaction, { ...named, ...by }, parseContext);
    return { ...saved, duplicate: await duplicateOf(transaction, saved.deal.thread_id, parseContext.timeZone) };
  };
  const { deal, duplicate, notes } = await editingTransaction(context, save, { dryRun });
  const warnings = duplicate ? [`Warning: ${duplicate.reason}`] : [];
  if (dryRun) return { messages: ['This deal would be added; nothing was written', ...repairLines(repaired), ...warnings], changed: false };
  const advice = duplicate ? [`If it is the same, make one of them: npm run site -- merge ${deal.thread_id} ${duplicate.threadId}`] : [];
  const address = addressOf(context.config.siteUrl, deal);
  return {
    messages: [
      `Added deal ${dealLabel(deal)}: ${address}`,
      ...(deal.status === 'live' ? [] : [`It ${describeSchedule(deal, context.config.region)}`]),
      ...repairLines(repaired),
      ...notes,
      ...warnings,
      ...advice,
    ],
    changed: true,
  };
}

async function refuseKnown(db: Db, key: RecordKey | undefined): Promise<void> {
  if (!key) return;
  const { source, sourceId } = key;
  const known = await db
    .selectFrom('deals')
    .select(['thread_id', 'title'])
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .unionAll(
      db
        .selectFrom('merged_deals')
        .innerJoin('deals', 'deals.thread_id', 'merged_deals.into_thread_id')
        .select(['deals.thread_id', 'deals.title'])
        .where('merged_deals.source', '=', source)
        .where('merged_deals.source_id', '=', sourceId),
    )
    .executeTakeFirst();
  if (known)
    throw new Refused(`sourceId: ${source}:${sourceId} is deal ${dealLabel(known)} already; change it with "edit ${known.thread_id}"`);
}
