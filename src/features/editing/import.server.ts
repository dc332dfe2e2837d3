import { sql } from 'kysely';
import { stat } from 'node:fs/promises';
import type { Context } from '../../server/context.ts';
import { noteTaxonomyChange } from '../../server/db/settings.ts';
import { checkStaged } from './check-staged.server.ts';
import { readRecords } from './read-records.ts';
import { complain, emptyReport, type ImportReport } from './report.ts';
import { saveStaged } from './save-staged.server.ts';
import { openStage, type Stage } from './stage.server.ts';
import { stagedData, type Shift } from './staged-record.ts';

/** How far an import has come: bytes while it reads, records while it saves. */
export interface ImportProgress {
  phase: 'reading' | 'checking' | 'saving';
  done: number;
  total: number;
}

export interface ImportOptions {
  /** Do everything, report it, and take it back. */
  dryRun?: boolean;
  /** Move the files' moments by the time passed since this one (the demo's anchor); archived coupons keep theirs. */
  shiftDatesFrom?: Date;
  /** Called now and then; an error thrown in it ends the import and takes it back. */
  onProgress?(progress: ImportProgress): void | Promise<void>;
}

/** Imports of one database run one after the other. */
const IMPORT_LOCK = 7_205_759;

/**
 * Imports files of records (`readRecords`) in one transaction: all or nothing.
 *
 * A record replaces what the same source imported under the same id, or what has the same slug, and it is the whole
 * record: an optional field that is absent is cleared. Three things stay though: the posting time of a deal whose record
 * gives none, the votes (a record's count only for what is new; later they are the members'), and an expired deal or
 * offer's being expired, until a record says `expired: false` or gives a date in the future. What does not change is
 * not written.
 * @returns what was added, changed and found wrong; with problems nothing was written
 * @throws when the database fails; nothing was written then either
 */
export async function importFiles(context: Context, files: string[], options: ImportOptions = {}): Promise<ImportReport> {
  const { dryRun = false, onProgress = () => undefined } = options;
  const now = context.clock();
  const report = emptyReport(dryRun);
  const transaction = await context.db.startTransaction().execute();
  try {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(transaction);
    const stage = await openStage(transaction);
    const { shiftDatesFrom } = options;
    const passed = shiftDatesFrom ? now.getTime() - shiftDatesFrom.getTime() : 0;
    await readInto(stage, files, report, { now, shift: (date) => new Date(date.getTime() + passed) }, onProgress);
    await onProgress({ phase: 'checking', done: 0, total: 0 });
    await stage.finish();
    for (const found of await checkStaged(transaction, stage.count)) complain(report, files, found);
    if (report.problemCount === 0) {
      const circles = await saveStaged(transaction, stage, report, now, (done, total) => onProgress({ phase: 'saving', done, total }));
      for (const found of circles) complain(report, files, found);
    }
    if (report.problemCount > 0) return rejected(report, files);
    if (dryRun) return { ...report, changedThreadIds: [], changedOfferIds: [], changedTaxonomy: false };
    if (report.changedTaxonomy) await noteTaxonomyChange(transaction);
    await transaction.commit().execute();
    return report;
  } finally {
    if (!transaction.isCommitted) await transaction.rollback().execute();
  }
}

const LINES_PER_PROGRESS = 500;

async function readInto(
  stage: Stage,
  files: string[],
  report: ImportReport,
  { now, shift }: { now: Date; shift: Shift },
  onProgress: NonNullable<ImportOptions['onProgress']>,
): Promise<void> {
  const sizes = await Promise.all(files.map(sizeOf));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let before = 0;
  let lines = 0;
  for (const [file, path] of files.entries()) {
    for await (const read of readRecords(path)) {
      const { line } = read;
      if ('record' in read) {
        const { record } = read;
        const key = 'slug' in record ? { source: '', sourceId: record.slug } : { source: record.source, sourceId: record.sourceId };
        await stage.add({ type: record.type, ...key, file, line, data: stagedData(record, now, shift) });
      } else {
        complain(report, files, { problems: read.problems.map((problem) => ({ file, line, ...problem })), count: read.problems.length });
        if (read.key) await stage.add({ ...read.key, file, line, data: undefined });
      }
      if (++lines % LINES_PER_PROGRESS === 0) await onProgress({ phase: 'reading', done: before + read.bytesRead, total });
    }
    before += sizes[file] ?? 0;
  }
  await onProgress({ phase: 'reading', done: total, total });
}

/** A file that cannot be looked at counts as empty here; reading it says what is wrong. */
const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** Of a refused import nothing is told but why: what it would have done is not known. */
function rejected({ problems, problemCount, dryRun }: ImportReport, files: string[]): ImportReport {
  const place = new Map(files.map((file, index) => [file, index]));
  const order = problems.toSorted((a, b) => (place.get(a.file) ?? 0) - (place.get(b.file) ?? 0) || a.line - b.line);
  return { ...emptyReport(dryRun), problems: order, problemCount };
}
