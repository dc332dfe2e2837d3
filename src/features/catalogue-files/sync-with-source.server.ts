import type { Db } from '../../server/db/database.ts';
import { expireUnlisted, reviveListed } from '../catalogue/complete-source.server.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import { followStaged } from '../catalogue/edited-fields.server.ts';
import { keepReport, type ImportReport } from './import-report.ts';
import { append } from '../../lib/append.ts';

/** How an import treats what is on the site already. */
export interface SourceOptions {
  /** The source of records that name none. */
  source?: string | undefined;
  /** The files have all deals of their source: the others expire. */
  complete?: boolean | undefined;
  /** Also when more than half of them do. */
  yes?: boolean | undefined;
  /** Take the files' values also where editors changed fields. */
  follow?: boolean | undefined;
}

/**
 * Expires and revives deals by whether their source lists them, before staged records are saved.
 * @returns a function that reports it, once they are
 */
export async function syncWithSource(
  transaction: Db,
  { source, complete = false, yes = false, follow = false }: SourceOptions,
  clock: Pick<ParseContext, 'now' | 'timeZone'>,
): Promise<(report: ImportReport) => void> {
  if (follow) await followStaged(transaction);
  const unlisted = complete ? await expireUnlisted(transaction, { source, yes }, clock) : { expired: [], kept: [] };
  const revived = await reviveListed(transaction, clock.now);
  return (report) => {
    const saved = new Set(report.changedThreadIds);
    const unsaved = revived.filter(({ id }) => !saved.has(id));
    report.changed.deal += unlisted.expired.length + unsaved.length;
    // The record of a merged deal, by which others are revived, does not count as unchanged.
    report.unchanged.deal -= unsaved.filter(({ own }) => own).length;
    report.expired.deal += unlisted.expired.length;
    for (const ids of [unlisted.expired, unsaved.map(({ id }) => id)]) append(report.changedThreadIds, ids);
    keepReport(report, unlisted.kept);
  };
}
