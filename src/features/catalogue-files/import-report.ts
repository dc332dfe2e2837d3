import type { RecordChange } from './field-changes.ts';
import type { DuplicateRow } from './duplicate-text.ts';
import type { LegacyEncoding } from './legacy-encodings.ts';
import type { ImportProblems } from './import-problems.ts';
import type { Repair } from './repair-text.ts';
import type { CreatedRecord } from './unknown-names.server.ts';
import type { KeptFields } from '../catalogue/keep-edited.server.ts';
import { RECORD_TYPES, type RecordType } from '../catalogue/record.ts';
import { append } from '../../lib/append.ts';
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

/** How many deals were left out because they are not valid, and what is wrong with them. */
interface SkippedDeals extends ImportProblems {
  deals: number;
}

/** What an import did, or would have done; with problems nothing was written. */
export interface ImportReport extends ImportProblems {
  /** Null where nothing was left out. */
  skipped: SkippedDeals | null;
  added: Counts;
  /** Deals and offers that expire by it are counted here too. */
  changed: Counts;
  unchanged: Counts;
  /** Deals and offers that were on the site, not expired, and are now. */
  expired: { deal: number; offer: number };
  /** Stores, categories and brands that were made because deals named them. */
  made: CreatedRecord[];
  /**
   * Texts that were repaired, by field and by what was wrong with them. Lines that were read in another encoding than UTF-8 have no
   * field, nor have rows that are hidden in their workbook.
   */
  repaired: RepairedTexts[];
  /** The first of the deals that look like others (`warnOfDuplicates`), and how many there are. */
  warnings: Warning[];
  warningCount: number;
  /** All of them, for `merge --from`. */
  duplicates: DuplicateRow[];
  /** Of a dry run: the first of the records that would change, field by field, and how many would. */
  changes: RecordChange[];
  changeCount: number;
  /** The first of the deals of which fields are kept that editors changed, and how many there are. */
  kept: KeptFields[];
  keptCount: number;
  /** Deals that were left out, because they were merged into others before. */
  merged: number;
  /** How many pictures are to be fetched. */
  newPictures: number;
  /** How many new deals have another address than their records asked for. */
  readdressed: number;
  /** How many new offers have another address than their records asked for. */
  readdressedOffers: number;
  /** How many addresses of deals that were merged before lead elsewhere, or nowhere, because they are taken. */
  mergedElsewhere: number;
  /** How many deals stay off the site, as moderators decided. */
  offSite: number;
  dryRun: boolean;
  changedThreadIds: number[];
  changedOfferIds: number[];
}

interface RepairedTexts {
  field: string;
  what: Repair | LegacyEncoding | 'hidden';
  count: number;
}

/** Counts texts that were repaired. */
export function countRepair({ repaired }: ImportReport, { field, what }: Omit<RepairedTexts, 'count'>): void {
  const noted = repaired.find((one) => one.field === field && one.what === what);
  if (noted) noted.count += 1;
  else repaired.push({ field, what, count: 1 });
}

const MOST_KEPT = 1_000;

/** Reports fields of deals that are kept because editors changed them. */
export function keepReport(report: ImportReport, kept: KeptFields[]): void {
  report.keptCount += kept.length;
  append(report.kept, kept.slice(0, MOST_KEPT - report.kept.length));
}

const none = () => keyed(RECORD_TYPES, () => 0);

export function emptyReport(dryRun: boolean): ImportReport {
  return {
    skipped: null,
    added: none(),
    changed: none(),
    unchanged: none(),
    expired: { deal: 0, offer: 0 },
    problems: [],
    problemCount: 0,
    groups: [],
    groupCount: 0,
    made: [],
    repaired: [],
    warnings: [],
    warningCount: 0,
    duplicates: [],
    changes: [],
    changeCount: 0,
    kept: [],
    keptCount: 0,
    merged: 0,
    newPictures: 0,
    readdressed: 0,
    readdressedOffers: 0,
    mergedElsewhere: 0,
    offSite: 0,
    dryRun,
    changedThreadIds: [],
    changedOfferIds: [],
  };
}
