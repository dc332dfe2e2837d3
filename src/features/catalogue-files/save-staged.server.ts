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

/** How many steps saving has: one for each record, and another for records that refer to others of their type. */
export const savingSteps = (count: Stage['count']): number =>
  RECORD_TYPES.reduce((sum, type) => sum + count(type), 0) + count('category') + count('comment');

interface SaveOptions {
  db: Db;
  stage: Stage;
  /** Is filled in. */
  report: ImportReport;
  /** Gets the problems that can be found only after everything was saved: cycles of parents. */
  log: ProblemLog;
  clock: Pick<ParseContext, 'now' | 'timeZone'>;
  /** Called with how many of the steps (`savingSteps`) are done. */
  onProgress(done: number): void | Promise<void>;
}

/**
 * Saves everything staged, what is referred to before what refers to it, and fills in the report.
 * @returns the comparison of the deals with each other and with those on the site, where all of them are of new sources
 */
export async function saveStaged(options: SaveOptions): Promise<StagedComparison | undefined> {
  const saving = new Saving(options);
  await saveTaxonomy(saving);
  await saveMembers(saving);
  const comparison = await saveDeals(saving);
  await saveComments(saving);
  await saveOffers(saving);
  await fillIn(saving);
  return comparison;
}

/** What is saved, and what came of it so far. */
class Saving {
  readonly tally = keyed(RECORD_TYPES, () => new Tally());
  /** Threads of deals that changed for readers. */
  readonly threads = new Set<number>();
  readonly options: SaveOptions;
  #done = 0;

  constructor(options: SaveOptions) {
    this.options = options;
  }

  /** Goes through what is staged of a type, a chunk after the other. */
  eachRange(type: RecordType, save: (range: Range) => Promise<void>): Promise<void> {
    const { stage, onProgress } = this.options;
    return eachChunk(stage.count(type), async (range) => {
      await save(range);
      await onProgress((this.#done += range.to - range.from));
    });
  }

  /** Saves what is staged of a type, and tallies it. */
  each(type: RecordType, save: (range: Range) => Promise<Saved>): Promise<void> {
    return this.eachRange(type, async (range) => this.tally[type].take(await save(range)));
  }

  /** Calls `onProgress` during a step that takes long. */
  async repeatProgress(): Promise<void> {
    await this.options.onProgress(this.#done);
  }
}

async function saveTaxonomy(saving: Saving): Promise<void> {
  const { db, stage, log } = saving.options;
  for (const type of TAXONOMY) await saving.each(type, async (range) => idsOf(await upsertTaxonomy(db, type, range)));
  await saving.eachRange('category', async (range) => saving.tally.category.takeChanged(await setCategoryParents(db, range)));
  if (stage.count('category') > 0) for await (const found of findCycles(db, 'category')) await log.add(found);
}

async function saveMembers(saving: Saving): Promise<void> {
  const { db, stage } = saving.options;
  if (stage.count('member') > 0) await vacateNames(db);
  await saving.each('member', async (range) => idsOf(await upsertMembers(db, range)));
}

/** @returns the comparison of the deals with each other and with those on the site, where all of them are of new sources */
async function saveDeals(saving: Saving): Promise<StagedComparison | undefined> {
  const { db, stage, report, clock } = saving.options;
  const isCompared = stage.count('deal') > 0 && (await areSourcesNew(db));
  const comparison = isCompared ? await compareStaged(db, stage.count('deal'), clock.now) : undefined;
  await prepareDeals(db);
  await saving.each('deal', async (range) => {
    const saved = await upsertDeals(db, range, clock);
    report.expired.deal += saved.expired;
    report.newPictures += saved.newPictures;
    keepReport(report, saved.kept);
    report.readdressed += saved.readdressed;
    report.offSite += saved.offSite;
    return saved;
  });
  report.mergedElsewhere = await restoreMerged(db, [...saving.tally.deal.added], clock.now);
  return comparison;
}

async function saveComments(saving: Saving): Promise<void> {
  const { db, stage, log } = saving.options;
  const { threads, tally } = saving;
  await saving.each('comment', async (range) => {
    const saved = await upsertComments(db, range);
    for (const id of saved.threads) threads.add(id);
    return saved;
  });
  await saving.eachRange('comment', async (range) => {
    const moved = await setReplyParents(db, range);
    tally.comment.takeChanged(moved.map(({ id }) => id));
    for (const reply of moved) threads.add(reply.thread_id);
  });
  if (stage.count('comment') > 0) for await (const found of findCycles(db, 'comment')) await log.add(found);
  const discussed = [...threads];
  await eachChunk(discussed.length, async ({ from, to }) => {
    await recountComments(db, discussed.slice(from, to));
    await saving.repeatProgress();
  });
}

async function saveOffers(saving: Saving): Promise<void> {
  const { db, report, clock } = saving.options;
  await saving.each('offer', async (range) => {
    const saved = await upsertOffers(db, range, clock.now);
    report.expired.offer += saved.expired;
    report.readdressedOffers += saved.readdressed;
    return saved;
  });
}

async function fillIn({ tally, threads, options: { db, stage, report } }: Saving): Promise<void> {
  for (const type of RECORD_TYPES) {
    report.added[type] = tally[type].added.size;
    report.changed[type] = tally[type].changed.size;
    const leftOut = type === 'deal' ? report.merged : 0;
    report.unchanged[type] = stage.count(type) - leftOut - tally[type].added.size - tally[type].changed.size;
  }
  for (const id of [...tally.deal.all(), ...(await threadsOfMembers(db, [...tally.member.changed]))]) threads.add(id);
  report.changedThreadIds = [...threads];
  report.changedOfferIds = tally.offer.all();
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
