import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import type { Progress } from '../../../lib/progress.ts';
import { allowConcurrentReads } from '../../../server/db/concurrent-reads.ts';
import { parseContextOf } from '../../catalogue/parse-fields.ts';
import { checkDates } from './dates.server.ts';
import { checkDuplicates } from './duplicates.server.ts';
import type { FindingGroup } from './finding.ts';
import { checkPictures } from './pictures.server.ts';
import { checkListPrices } from './prices.server.ts';
import { checkReferences } from './references.server.ts';

/** Everything that looks wrong with the catalogue, in groups; it changes nothing. */
export async function checkCatalogue(
  context: Pick<Context, 'config' | 'db' | 'clock'>,
  onProgress: (progress: Progress) => void | Promise<void> = () => undefined,
): Promise<FindingGroup[]> {
  const snapshot = context.db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    // Comparing many deals takes long, and pages must not wait for it.
    await allowConcurrentReads(transaction);
    const checks = [
      () => checkReferences(transaction),
      () => checkDates(transaction, parseContextOf(context)),
      () => checkListPrices(transaction),
      () => checkDuplicates(transaction, parseContextOf(context), onProgress),
      () => checkPictures(transaction),
    ];
    const groups: FindingGroup[] = [];
    for (const [done, check] of checks.entries()) {
      await onProgress({ phase: 'checking', done, total: checks.length });
      for (const found of [await check()].flat()) if (found) groups.push(found);
    }
    await onProgress({ phase: 'checking', done: checks.length, total: checks.length });
    return groups;
  });
}
