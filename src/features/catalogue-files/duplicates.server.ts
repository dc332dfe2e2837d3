import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { duplicateRow, duplicateText } from './duplicate-text.ts';
import type { StagedComparison } from './compare-staged.server.ts';
import { findDuplicates } from './find-duplicates.server.ts';
import type { ImportReport } from './import-report.ts';
import type { Duplicate } from './posted-row.server.ts';

const MOST_WARNINGS = 20;

interface Comparing {
  /** The comparison of the deals that the import added, where that began while they were saved. */
  comparison: StagedComparison | undefined;
  files: string[];
  /** The site's, in which days are written. */
  timeZone: string;
  /** Called with how many of the deals were compared, and of how many. */
  onProgress(done: number, total: number): void | Promise<void>;
}

/**
 * After everything is saved: warns of deals that the import added or changed and that look like another of the same store (decision 059).
 * The report gets the first of them as warnings and all as rows.
 */
export async function warnOfDuplicates(
  db: Db,
  report: ImportReport,
  { comparison, files, timeZone, onProgress }: Comparing,
): Promise<void> {
  const total = report.added.deal + report.changed.deal;
  if (total === 0) return;
  await onProgress(0, total);
  const options = { files, dryRun: report.dryRun, timeZone };
  let done = 0;
  const onCompared = (more: number) => onProgress((done += more), total);
  const duplicates = await (comparison ? comparison(onCompared) : duplicatesOfChanged(db, report.changedThreadIds, onCompared));
  const found = duplicates.filter(({ deal }) => deal.line !== null);
  report.warningCount = found.length;
  report.duplicates = found.map((duplicate) => duplicateRow(duplicate, options));
  report.warnings = found.slice(0, MOST_WARNINGS).map((duplicate) => {
    const { deal, into } = duplicate;
    const threadId = into.line === null ? into.threadId : null;
    return { file: files[deal.file ?? 0] ?? '', line: deal.line ?? 0, threadId, reason: duplicateText(duplicate, options) };
  });
}

async function duplicatesOfChanged(
  db: Db,
  changedThreadIds: number[],
  onCompared: (more: number) => void | Promise<void>,
): Promise<Duplicate[]> {
  await collectImportedDeals(db, changedThreadIds);
  return findDuplicates(db, 'imported_deals', (deals) => onCompared(deals.filter(({ seq }) => seq !== null).length));
}

/** Makes the table `imported_deals`, of deals that were added or changed; it lives as long as the transaction. */
async function collectImportedDeals(db: Db, changedThreadIds: number[]): Promise<void> {
  await sql`create temporary table imported_deals (thread_id bigint primary key, seq int not null, file int not null, line int not null)
    on commit drop`.execute(db);
  await sql`
    insert into imported_deals
    select d.thread_id, s.seq, s.file, s.line
    from unnest(${changedThreadIds}::bigint[]) as id join deals as d on d.thread_id = id
    join staged as s on s.type = 'deal' and s.source = d.source and s.source_id = d.source_id`.execute(db);
  await sql`analyze imported_deals`.execute(db);
}
