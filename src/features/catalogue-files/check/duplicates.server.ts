import { sql } from 'kysely';
import type { Progress } from '../../../lib/progress.ts';
import type { Db } from '../../../server/db/database.ts';
import { oneRow } from '../../../server/db/one-row.ts';
import { duplicateRow } from '../duplicate-text.ts';
import { findDuplicates } from '../find-duplicates.server.ts';
import type { ParseContext } from '../../catalogue/parse-fields.ts';
import { MOST_SHOWN, type FindingGroup } from './finding.ts';

/** Deals that look like another of the same store, by the rules of imports (`warnOfDuplicates`), of the whole catalogue. */
export async function checkDuplicates(
  db: Db,
  { timeZone }: Pick<ParseContext, 'timeZone'>,
  onProgress: (progress: Progress) => void | Promise<void>,
): Promise<FindingGroup | undefined> {
  const { total } = await oneRow(db, sql<{ total: number }>`select count(*)::int as total from deals`);
  let done = 0;
  const found = await findDuplicates(db, null, ({ length }) => onProgress({ phase: 'duplicates', done: (done += length), total }));
  if (found.length === 0) return undefined;
  const rows = found.map((duplicate) => ({
    ids: [duplicate.into.threadId, duplicate.deal.threadId],
    row: duplicateRow(duplicate, { timeZone }),
  }));
  return {
    name: 'duplicates',
    title: 'The same product at the same store, posted within 7 days',
    advice:
      'Keep one: "merge DUPLICATE INTO" moves comments and votes and leaves a redirect. For many: "check --duplicates FILE.csv", then "merge --from FILE.csv".',
    count: rows.length,
    findings: rows.slice(0, MOST_SHOWN).map(({ ids, row }) => ({ threadIds: ids, offerIds: [], text: row.reason })),
    duplicates: rows.map(({ row }) => row),
  };
}
