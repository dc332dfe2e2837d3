import { stat } from 'node:fs/promises';
import type { Context } from '../../server/context.ts';
import { readRecords, type ReadOptions } from './read-records.ts';
import type { ColumnMap } from './column-map.ts';
import { countRepair, type ImportReport } from './import-report.ts';
import { saveRecords, type SaveOptions, type Saving } from './save-records.server.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { stagedData, type DateShift } from '../catalogue/staged-record.ts';

export interface ImportOptions extends SaveOptions {
  /** What the columns of tables are. */
  map?: ColumnMap | undefined;
  /** Move the files' moments by the time passed since this one (the demo's anchor); archived coupons keep theirs. */
  shiftDatesFrom?: Date;
}

/**
 * Imports files of records (`readRecords`) in one transaction: all or nothing.
 *
 * A record replaces what the same source imported under the same id, or what has the same slug, and it is the whole
 * record: an optional field that is absent is cleared. Three things stay though: the posting time of a deal whose record
 * gives none, the votes (a record's votes count only for new records; later only members' votes do), and the expiry of a deal or
 * offer, until a record says `expired: false` or gives a date in the future. What does not change is
 * not written. A deal that was merged into another is left out, and comments on it go to the other.
 * @returns what was added, changed and found wrong; with problems nothing was written
 * @throws when the database fails; nothing was written then either
 */
export async function importFiles(context: Context, files: string[], options: ImportOptions = {}): Promise<ImportReport> {
  const { shiftDatesFrom } = options;
  const passed = shiftDatesFrom ? context.clock().getTime() - shiftDatesFrom.getTime() : 0;
  const shift: DateShift = (date) => new Date(date.getTime() + passed);
  const parseContext = { ...parseContextOf(context), ...(shiftDatesFrom && { now: shiftDatesFrom }) };
  return saveRecords(
    context,
    files,
    (saving) => readInto(saving, files, { parseContext, source: options.source, map: options.map }, shift),
    options,
  );
}

const LINES_PER_PROGRESS = 500;

async function readInto(
  { stage, log, report, now, onProgress }: Saving,
  files: string[],
  options: ReadOptions,
  shift: DateShift,
): Promise<void> {
  const found = await Promise.all(files.map(stateOf));
  const total = found.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let lines = 0;
  for (const [file, path] of files.entries()) {
    for await (const read of readRecords(path, options)) {
      const { line } = read;
      if (read.legacy) countRepair(report, { field: '', what: 'Windows-1252' });
      if (read.hidden) countRepair(report, { field: '', what: 'hidden' });
      for (const one of read.repaired ?? []) countRepair(report, one);
      if ('record' in read) {
        const { record } = read;
        const key = 'slug' in record ? { source: '', sourceId: record.slug } : { source: record.source, sourceId: record.sourceId };
        await stage.add({ type: record.type, ...key, file, line, data: stagedData(record, now, shift) });
      } else {
        const record = read.key?.sourceId ?? read.title;
        const problems = read.problems.map((problem) => ({ file, line, ...(record !== undefined && { record }), ...problem }));
        await log.add({ problems, count: problems.length });
        if (read.key) await stage.add({ ...read.key, file, line, data: read.references });
      }
      if (++lines % LINES_PER_PROGRESS === 0) await onProgress({ phase: 'reading', done: before + read.bytesRead, total });
    }
    before += found[file]?.size ?? 0;
  }
  for (const [file, path] of files.entries()) {
    const { size, writtenAt } = await stateOf(path);
    if (size === found[file]?.size && writtenAt === found[file].writtenAt) continue;
    await log.add({ problems: [{ file, line: 0, field: '', reason: CHANGED }], count: 1 });
  }
  await onProgress({ phase: 'reading', done: total, total });
}

const CHANGED = 'was written to while it was read, so that a part may be missing: import it again once it is whole';

/** How large a file is, and when it was written to last. What is no file, such as a pipe, or cannot be read counts as empty here; reading it reports the error. */
const stateOf = (path: string) =>
  stat(path).then(
    (found) => (found.isFile() ? { size: found.size, writtenAt: found.mtimeMs } : { size: 0, writtenAt: 0 }),
    () => ({ size: 0, writtenAt: 0 }),
  );
