import type { Db } from '../../server/db/database.ts';
import { findCycles } from '../catalogue/cycles.server.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import { restoreMerged } from '../catalogue/merged.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import type { ProblemLog } from './import-problems.ts';
import { keepReport, type ImportReport } from './import-report.ts';
import { eachChunk, type Range, type Stage } from '../../server/db/staging.ts';
import { recountComments } from '../catalogue/deal-counts.server.ts';
import { setReplyParents, upsertComments } from '../posts/upsert-comments.server.ts';
import { prepareDeals } from '../catalogue/resolve-deals.server.ts';
import { upsertDeals } from '../catalogue/upsert-deals.server.ts';
import { threadsOfMembers, upsertMembers, vacateNames } from '../accounts/upsert-members.server.ts';
import { upsertOffers } from '../catalogue/upsert-offers.server.ts';
import { setCategoryParents, upsertTaxonomy } from '../catalogue/upsert-taxonomy.server.ts';
import { areSourcesNew, compareStaged, type StagedComparison } from './compare-staged.server.ts';
import { keyed } from '../../lib/keyed.ts';

const TAXONOMY = ['forum', 'category', 'store', 'brand', 'collection'] as const;

interface Saved {
  added: number[];
  changed: number[];
}

/** How many steps saving has: each record, and again those that refer to others of their type. */
export const savingSteps = (count: Stage['count']): number =>
  RECORD_TYPES.reduce((sum, type) => sum + count(type), 0) + count('category') + count('comment');

/**
 * Saves everything staged, what is referred to before what refers to it, and fills in the report.
 * @param onProgress called with how many of the steps (`savingSteps`) are done
 * @param log gets the problems that can be found only after everything was saved: cycles of parents
 * @returns the comparison of the deals with each other and with those on the site, where all of them are of new sources
 */
export async function saveStaged(
  db: Db,
  stage: Stage,
  report: ImportReport,
  log: ProblemLog,
  clock: Pick<ParseContext, 'now' | 'timeZone'>,
  onProgress: (done: number) => void | Promise<void>,
): Promise<StagedComparison | undefined> {
  let done = 0;
  const tally = keyed(RECORD_TYPES, () => new Tally());
  const threads = new Set<number>();

  const each = (type: RecordType, save: (range: Range) => Promise<Saved>) =>
    eachChunk(stage.count(type), async (range) => {
      tally[type].take(await save(range));
      await saved(range);
    });
  const saved = ({ from, to }: Range) => onProgress((done += to - from));

  for (const type of TAXONOMY) await each(type, async (range) => idsOf(await upsertTaxonomy(db, type, range)));
  await eachChunk(stage.count('category'), async (range) => {
    tally.category.takeChanged(await setCategoryParents(db, range));
    await saved(range);
  });
  if (stage.count('category') > 0) for await (const found of findCycles(db, 'category')) await log.add(found);

  if (stage.count('member') > 0) await vacateNames(db);
  await each('member', async (range) => idsOf(await upsertMembers(db, range)));

  const isCompared = stage.count('deal') > 0 && (await areSourcesNew(db));
  const comparison = isCompared ? await compareStaged(db, stage.count('deal'), clock.now) : undefined;
  await prepareDeals(db);
  await each('deal', async (range) => {
    const saved = await upsertDeals(db, range, clock);
    report.expired.deal += saved.expired;
    report.newPictures += saved.newPictures;
    keepReport(report, saved.kept);
    report.readdressed += saved.readdressed;
    report.offSite += saved.offSite;
    return saved;
  });
  report.mergedElsewhere = await restoreMerged(db, [...tally.deal.added], clock.now);

  await each('comment', async (range) => {
    const saved = await upsertComments(db, range);
    for (const id of saved.threads) threads.add(id);
    return saved;
  });
  await eachChunk(stage.count('comment'), async (range) => {
    const moved = await setReplyParents(db, range);
    tally.comment.takeChanged(moved.map(({ id }) => id));
    for (const reply of moved) threads.add(reply.thread_id);
    await saved(range);
  });
  if (stage.count('comment') > 0) for await (const found of findCycles(db, 'comment')) await log.add(found);
  const discussed = [...threads];
  await eachChunk(discussed.length, async ({ from, to }) => {
    await recountComments(db, discussed.slice(from, to));
    await onProgress(done);
  });

  await each('offer', async (range) => {
    const saved = await upsertOffers(db, range, clock.now);
    report.expired.offer += saved.expired;
    report.readdressedOffers += saved.readdressed;
    return saved;
  });

  for (const type of RECORD_TYPES) {
    report.added[type] = tally[type].added.size;
    report.changed[type] = tally[type].changed.size;
    const leftOut = type === 'deal' ? report.merged : 0;
    report.unchanged[type] = stage.count(type) - leftOut - tally[type].added.size - tally[type].changed.size;
  }
  for (const id of [...tally.deal.all(), ...(await threadsOfMembers(db, [...tally.member.changed]))]) threads.add(id);
  report.changedThreadIds = [...threads];
  report.changedOfferIds = tally.offer.all();
  return comparison;
}

/** What was added and changed of a type, each row once. */
class Tally {
  added = new Set<number>();
  changed = new Set<number>();

  take({ added, changed }: Saved) {
    for (const id of added) this.added.add(id);
    this.takeChanged(changed);
  }

  takeChanged(ids: number[]) {
    for (const id of ids) if (!this.added.has(id)) this.changed.add(id);
  }

  all = () => [...this.added, ...this.changed];
}

const idsOf = ({ added, changed }: { added: { id: number }[]; changed: { id: number }[] }): Saved => ({
  added: added.map(({ id }) => id),
  changed: changed.map(({ id }) => id),
});
