import { stat } from 'node:fs/promises';
import type { Context } from '../../server/context.ts';
import { readRecords, type ReadOptions, type ReadRecord } from './read-records.ts';
import type { ColumnMap } from './column-map.ts';
import { RECORD_TYPES, type CatalogueRecord } from '../catalogue/record.ts';
import type { RecordKey } from '../catalogue/check-record.ts';
import { RecordPlaces } from './record-places.ts';
import { countRepair, type ImportReport } from './import-report.ts';
import { saveRecords, type SaveOptions, type Saving } from './save-records.server.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { SKIPPED_DEAL, stagedData, type DateShift } from '../catalogue/staged-record.ts';

export interface ImportOptions extends SaveOptions {
  /** What the columns of tables are. */
  map?: ColumnMap | undefined;
  /** Leave out deals that are not valid, and import the others. */
  skipInvalid?: boolean | undefined;
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
 * With `skipInvalid` deals with problems are left out: those on the site stay as they are, also where the files have all deals of their
 * source. Whatever else is wrong is a problem as without it. As it shows late what is wrong, the files are read twice then.
 * @returns what was added, changed and found wrong; with problems nothing was written
 * @throws when the database fails; nothing was written then either
 */
export async function importFiles(context: Context, files: string[], options: ImportOptions = {}): Promise<ImportReport> {
  const { skipInvalid = false, onProblem } = options;
  if (!skipInvalid) return importLines(context, files, options);
  const invalid = new RecordPlaces();
  const all = await importLines(context, files, {
    ...options,
    async onProblem(problem) {
      invalid.add(problem);
      await onProblem?.(problem);
    },
  });
  if (all.problemCount === 0) return all;
  const valid = await importLines(context, files, { ...options, onProblem: undefined }, invalid);
  if (valid.problemCount > 0) return valid;
  if (RECORD_TYPES.every((type) => valid.added[type] + valid.changed[type] + valid.unchanged[type] === 0) && valid.merged === 0) return all;
  const { problems, problemCount, groups, groupCount } = all;
  return { ...valid, skipped: { deals: invalid.size, problems, problemCount, groups, groupCount } };
}

/** @param skipped where the deals are that are left out */
async function importLines(context: Context, files: string[], options: ImportOptions, skipped = new RecordPlaces()): Promise<ImportReport> {
  const { shiftDatesFrom, complete = false } = options;
  const passed = shiftDatesFrom ? context.clock().getTime() - shiftDatesFrom.getTime() : 0;
  const shift: DateShift = (date) => new Date(date.getTime() + passed);
  const parseContext = { ...parseContextOf(context), ...(shiftDatesFrom && { now: shiftDatesFrom }) };
  return saveRecords(
    context,
    files,
    (saving) =>
      readInto(saving, files, { parseContext, source: options.source, map: options.map, mayBeEmpty: complete, skipped, complete }, shift),
    options,
  );
}

const LINES_PER_PROGRESS = 500;

interface LineOptions extends ReadOptions {
  skipped: RecordPlaces;
  /** Whether the files have all deals of their source. */
  complete: boolean;
}

async function readInto(saving: Saving, files: string[], { skipped, complete, ...options }: LineOptions, shift: DateShift): Promise<void> {
  const { log, onProgress } = saving;
  const skippedKeys = new Set<string>();
  const found = await Promise.all(files.map(stateOf));
  const total = found.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let lines = 0;
  for (const [file, path] of files.entries()) {
    for await (const read of readRecords(path, options)) {
      const record = 'record' in read ? recordKey(read.record).sourceId : (read.key?.sourceId ?? read.title);
      const isSkipped = skipped.has({ file: path, line: read.line, record });
      if (isSkipped && isSkippable(read, complete)) {
        await stageSkipped(saving, file, read, skippedKeys);
        continue;
      }
      const about = {
        ...(record !== undefined && { record }),
        ...(!isSkippable(read, complete) && { mustBeCorrected: true }),
        ...(isSkipped && complete && !endsFile(read) && { advice: NO_ID }),
      };
      await stageLine(saving, file, read, about, shift);
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

/** Stages the key of a deal that is left out, once: the deal still counts as listed by its source. @param staged the keys that are staged */
async function stageSkipped({ stage }: Saving, file: number, read: ReadRecord, staged: Set<string>): Promise<void> {
  const key = 'record' in read ? recordKey(read.record) : read.key;
  const name = JSON.stringify([key?.source, key?.sourceId]);
  if (key && !staged.has(name)) await stage.add({ ...key, type: SKIPPED_DEAL, file, line: read.line, data: undefined });
  staged.add(name);
}

/**
 * Stages the record of a line, or notes what is wrong with it; then its key is staged, so that references to it are not reported, too.
 * @param about what its problems say besides
 */
async function stageLine(
  { stage, log, report, now }: Saving,
  file: number,
  read: ReadRecord,
  about: { record?: string; advice?: string; mustBeCorrected?: boolean },
  shift: DateShift,
): Promise<void> {
  const { line } = read;
  if (read.legacy) countRepair(report, { field: '', what: read.legacy });
  if (read.hidden) countRepair(report, { field: '', what: 'hidden' });
  for (const one of read.repaired ?? []) countRepair(report, one);
  if ('record' in read) return stage.add({ ...recordKey(read.record), file, line, data: stagedData(read.record, now, shift) });
  const problems = read.problems.map((problem) => ({ file, line, ...about, ...problem }));
  await log.add({ problems, count: problems.length });
  if (read.key) await stage.add({ ...read.key, file, line, data: read.references });
}

const recordKey = (record: CatalogueRecord): RecordKey =>
  'slug' in record
    ? { type: record.type, source: '', sourceId: record.slug }
    : { type: record.type, source: record.source, sourceId: record.sourceId };

/**
 * Whether a line that is not valid is one of a deal, so that it may be left out: with all deals of a source only if it says which one it is of.
 * One after which nothing could be read would leave out the rest of its file, too.
 */
function isSkippable(read: ReadRecord, complete: boolean): boolean {
  if ('record' in read) return read.record.type === 'deal';
  if (endsFile(read)) return false;
  return read.key === undefined ? !complete && read.line > 0 : read.key.type === 'deal';
}

const endsFile = (read: ReadRecord) => 'problems' in read && read.problems.some((problem) => problem.endsFile);

const NO_ID = 'With --complete a line is left out only if it says which deal it is of.';
const CHANGED = 'was written to while it was read, so that a part may be missing: import it again once it is whole';

/**
 * How large a file is, in bytes, and when it was written to last, in milliseconds since 1970. What is no file, such as a pipe, or cannot be
 * read counts as empty here; reading it reports the error.
 */
const stateOf = (path: string) =>
  stat(path).then(
    (found) => (found.isFile() ? { size: found.size, writtenAt: found.mtimeMs } : { size: 0, writtenAt: 0 }),
    () => ({ size: 0, writtenAt: 0 }),
  );
