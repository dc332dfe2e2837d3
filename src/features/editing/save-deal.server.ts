import type { Context } from '../../server/context.ts';
import { unknownSlugs } from '../catalogue/near-slugs.server.ts';
import { checkRecord, type Complaint } from '../catalogue/check-record.ts';
import { Refused } from '../../lib/refused.ts';
import type { ImportReport } from '../catalogue-files/import-report.ts';
import { saveRecords, type SaveOptions, type Saving } from '../catalogue-files/save-records.server.ts';
import { stagedData } from '../catalogue/staged-record.ts';

/**
 * Saves one deal as an import would.
 * @param written gives the record as it would stand in a file, within the transaction that saves it
 * @throws Refused telling everything that is wrong with it
 */
export async function saveDeal(
  context: Context,
  written: (saving: Saving) => Promise<object>,
  options: SaveOptions = {},
): Promise<ImportReport> {
  const fill = async (saving: Saving) => {
    const { transaction, stage, now } = saving;
    const checked = checkRecord({ ...(await written(saving)), type: 'deal' });
    if ('problems' in checked) throw refusal(checked.problems);
    const { record } = checked;
    if (record.type !== 'deal') return;
    if (record.startsAt && record.expiresAt && record.startsAt >= record.expiresAt) {
      throw refusal([{ field: 'expiresAt', reason: 'must be after startsAt' }]);
    }
    const unknown = await unknownSlugs(transaction, record);
    if (unknown.length > 0) throw refusal(unknown);
    const { type, source, sourceId } = record;
    await stage.add({ type, source, sourceId, file: 0, line: 1, data: stagedData(record, now, (date) => date) });
  };
  const report = await saveRecords(context, [''], fill, options);
  if (report.problemCount > 0) throw refusal(report.problems);
  return report;
}

const refusal = (complaints: Complaint[]) =>
  new Refused(...complaints.map(({ field, reason }) => (field ? `${field}: ${reason}` : reason)));
