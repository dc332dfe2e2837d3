import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { beginTransaction } from '../../server/db/begin-transaction.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { allowConcurrentReads } from '../../server/db/concurrent-reads.ts';
import { analyzeTable, vacuumTable } from '../../server/db/vacuum.ts';
import { checkStaged, STAGED_CHECKS } from './check-staged.server.ts';
import type { StagedComparison } from './compare-staged.server.ts';
import type { Progress } from '../../lib/progress.ts';
import { warnOfDuplicates } from './duplicates.server.ts';
import { removeMergedFromStage } from '../catalogue/merged.server.ts';
import { reportChanges } from './describe-changes.server.ts';
import type { RecordChange } from './field-changes.ts';
import { closeImportLog, openImportLog } from './import-log.server.ts';
import { openProblemLog, type ProblemLog } from './import-problems.ts';
import { emptyReport, type ImportReport } from './import-report.ts';
import { createMissingRecords, MISSING_KINDS } from './create-missing.server.ts';
import { keysOf } from '../../lib/keyed.ts';
import type { Problem } from '../catalogue/check-record.ts';
import { syncWithSource, type SourceOptions } from './sync-with-source.server.ts';
import { saveStaged, savingSteps } from './save-staged.server.ts';
import { openStage, type Stage } from '../../server/db/staging.ts';
import { acquireEditingLock } from '../catalogue/editing-lock.server.ts';

/** After so many saved records, the database's statistics of their tables are out of date. */
const MANY = 1_000;
const TABLES = { deal: ['deals', 'price_observations'], comment: ['comments'], member: ['members'], offer: ['offers'] } as const;

export interface SaveOptions extends SourceOptions {
  /** Do everything, report it, and take it back. */
  dryRun?: boolean;
  /** Make the stores, categories and brands that deals name and that are nowhere. */
  createMissing?: boolean | undefined;
  /** Gets each problem, also where the report has the first alone. */
  onProblem?: ((problem: Problem) => Promise<void>) | undefined;
  /** Do nothing when the database has any catalogue; of several servers that try at once, only one finds it empty. */
  onlyWhenEmpty?: boolean;
  /** Of a dry run: gets all records that would change, also where the report has the first alone. */
  onChanges?: ((changes: RecordChange[]) => void) | undefined;
  /** Who gave the command, for the list of imports. */
  by?: string | undefined;
  /** Ends the saving and takes it back, until it is final. */
  signal?: AbortSignal | undefined;
  /** Called now and then; an error thrown in it ends the saving and takes it back. */
  onProgress?(progress: Progress): void | Promise<void>;
}

/** What is being saved: records go to `stage`, problems to `log`. */
export interface Saving {
  transaction: Db;
  stage: Stage;
  log: ProblemLog;
  report: ImportReport;
  now: Date;
  onProgress(progress: Progress): void | Promise<void>;
}

/**
 * Saves records in one transaction: all or nothing. See `importFiles` for what a record does.
 * @param names what the numbers of files stand for in the report
 * @param fill stages the records
 * @returns what was added, changed and found wrong; with problems nothing was written
 */
export async function saveRecords(
  context: Context,
  names: string[],
  fill: (saving: Saving) => Promise<void>,
  options: SaveOptions,
): Promise<ImportReport> {
  const { dryRun = false, createMissing = false, onProblem, onlyWhenEmpty = false, signal, onProgress = () => undefined } = options;
  const report = emptyReport(dryRun);
  const log = openProblemLog(names, onProblem);
  // The counts of a rejected import are incomplete.
  const rejected = (): ImportReport => ({ ...emptyReport(dryRun), ...log.found(), repaired: report.repaired });
  let grown: string[] = [];
  const transaction = await beginTransaction(context.db, signal);
  try {
    await acquireEditingLock(transaction, signal);
    // Read only now: another import may have kept this waiting for minutes.
    const now = context.clock();
    const clock = { now, timeZone: context.config.region.timeZone };
    // A dry run must not become visible to others.
    if (!dryRun) await allowConcurrentReads(transaction);
    if (onlyWhenEmpty && !(await isEmpty(transaction))) return report;
    const saving: Saving = { transaction, stage: await openStage(transaction), log, report, now, onProgress };
    await fill(saving);
    await checkRecords(saving, createMissing);
    if (log.count > 0) return rejected();
    const importId = await openImportLog(transaction, { ...options, files: names }, now);
    const comparison = await saveChecked(saving, options, clock);
    // Some problems show only when records are saved.
    if (log.count > 0) return rejected();
    await onProgress({ phase: 'logging', done: 0, total: 1 });
    await closeImportLog(transaction, importId, report, now);
    await onProgress({ phase: 'logging', done: 1, total: 1 });
    if (dryRun) {
      await reportChanges(transaction, importId, {
        report,
        timeZone: clock.timeZone,
        onProgress: (done, total) => onProgress({ phase: 'comparing', done, total }),
        onChanges: options.onChanges,
      });
    }
    await warnOfDuplicates(transaction, report, {
      comparison,
      files: names,
      timeZone: clock.timeZone,
      onProgress: (done, total) => onProgress({ phase: 'duplicates', done, total }),
    });
    if (dryRun) return { ...report, changedThreadIds: [], changedOfferIds: [] };
    grown = grownTables(report);
    await analyzeGrownTables(transaction, grown, onProgress);
    signal?.throwIfAborted();
    await transaction.commit().execute();
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
  // The import is committed: stopping the command only ends the progress.
  await vacuumGrownTables(context.db, grown, (progress) => (signal?.aborted ? undefined : onProgress(progress)));
  return report;
}

/** Looks for what is wrong with the staged records, after making what they name and nobody has, if that is wanted. */
async function checkRecords({ transaction, stage, log, report, onProgress }: Saving, createMissing: boolean): Promise<void> {
  const checking = (done: number) => onProgress({ phase: 'checking', done, total: 1 + MISSING_KINDS + STAGED_CHECKS });
  await checking(0);
  await stage.finish();
  await checking(1);
  const { made, unresolved } = await createMissingRecords(transaction, stage, createMissing, (done) => checking(1 + done));
  report.made = made;
  const checks = checkStaged(transaction, stage.count, { unresolved, createMissing }, (done) => checking(1 + MISSING_KINDS + done));
  for await (const found of checks) await log.add(found);
}

/** Saves the staged records, which were checked. @returns what duplicates are looked for with */
async function saveChecked(
  { transaction, stage, log, report, onProgress }: Saving,
  options: SourceOptions,
  clock: { now: Date; timeZone: string },
): Promise<StagedComparison | undefined> {
  const onStep = (done: number) => onProgress({ phase: 'saving', done, total: savingSteps(stage.count) });
  await onStep(0);
  const reportSources = await syncWithSource(transaction, options, clock);
  report.merged = await removeMergedFromStage(transaction);
  const comparison = await saveStaged({ db: transaction, stage, report, log, clock, onProgress: onStep });
  reportSources(report);
  return comparison;
}

/** The tables that an import has changed much. */
const grownTables = ({ added, changed }: ImportReport): string[] =>
  keysOf(TABLES).flatMap((type) => (added[type] + changed[type] > MANY ? TABLES[type] : []));

/**
 * Runs within the transaction, where pages go first between two statements. Afterwards each statement of a page would wait for the next one
 * of these, and a page has several.
 */
async function analyzeGrownTables(transaction: Db, tables: string[], onProgress: Saving['onProgress']): Promise<void> {
  for (const [index, table] of tables.entries()) {
    await onProgress(refreshing(tables, index));
    await analyzeTable(transaction, table);
  }
}

/** Runs outside of a transaction: PostgreSQL refuses `vacuum` in one. */
async function vacuumGrownTables(db: Db, tables: string[], onProgress: Saving['onProgress']): Promise<void> {
  for (const [index, table] of tables.entries()) {
    await vacuumTable(db, table);
    await onProgress(refreshing(tables, tables.length + index + 1));
  }
}

const refreshing = (tables: string[], done: number): Progress => ({ phase: 'vacuuming', done, total: 2 * tables.length });

/** Whether a database has no catalogue yet: no deals, nothing that they could be filed under, no members but those who signed up here. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { has } = await oneRow(
    db,
    sql<{ has: boolean }>`
    select exists (select from deals) or exists (select from offers) or exists (select from categories) or exists (select from stores)
      or exists (select from forums) or exists (select from brands) or exists (select from collections)
      or exists (select from members where source <> 'site') as has`,
  );
  return !has;
}
