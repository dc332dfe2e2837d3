import type { DuplicateRow } from './duplicate-text.ts';
import type { StagedProblems } from '../catalogue/staged-problems.ts';
import type { Problem } from '../catalogue/check-record.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { keyed } from '../../lib/keyed.ts';

type Counts = Record<RecordType, number>;

/** Something that an editor may want to put right; the import went on. */
interface Warning {
  file: string;
  line: number;
  reason: string;
  /** The deal on the site that this one looks like; null when it came in the same import. */
  threadId: number | null;
}

/** What an import did, or would have done. */
export interface ImportReport {
  added: Counts;
  /** Deals and offers that expire by it are counted here too. */
  changed: Counts;
  unchanged: Counts;
  /** Deals and offers that were on the site, not expired, and are now. */
  expired: { deal: number; offer: number };
  /** The first thousand in order of file and line; with any, nothing was written. */
  problems: Problem[];
  problemCount: number;
  /** The first of the deals that look like others (`warnOfDuplicates`), and how many there are. */
  warnings: Warning[];
  warningCount: number;
  /** All of them, for `merge --from`. */
  duplicates: DuplicateRow[];
  /** Deals that were left out, because they were merged into others before. */
  merged: number;
  /** How many pictures are to be fetched. */
  newPictures: number;
  dryRun: boolean;
  changedThreadIds: number[];
  changedOfferIds: number[];
}

const none = () => keyed(RECORD_TYPES, () => 0);

export function emptyReport(dryRun: boolean): ImportReport {
  return {
    added: none(),
    changed: none(),
    unchanged: none(),
    expired: { deal: 0, offer: 0 },
    problems: [],
    problemCount: 0,
    warnings: [],
    warningCount: 0,
    duplicates: [],
    merged: 0,
    newPictures: 0,
    dryRun,
    changedThreadIds: [],
    changedOfferIds: [],
  };
}

const MOST_PROBLEMS = 1_000;

/** Adds problems to a report, counting all and keeping the first; `files` are the names their numbers stand for. */
export function addProblems(report: ImportReport, files: string[], { problems, count }: StagedProblems): void {
  report.problemCount += count;
  const room = MOST_PROBLEMS - report.problems.length;
  for (const { file, ...problem } of problems.slice(0, room)) report.problems.push({ file: files[file] ?? '', ...problem });
}
