import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { readColumnMap } from '../../features/catalogue-files/column-map.ts';
import type { RecordChange } from '../../features/catalogue-files/field-changes.ts';
import { openProblemFile } from '../../features/catalogue-files/problem-file.ts';
import { importFiles } from '../../features/catalogue-files/import.server.ts';
import { sendDuplicates } from './send-duplicates.ts';
import { append } from '../../lib/append.ts';

const importInput = z.strictObject({
  files: z.array(z.string()).min(1),
  dryRun: z.boolean(),
  source: z.string().optional(),
  by: z.string().optional(),
  createMissing: z.boolean().default(false),
  complete: z.boolean().default(false),
  yes: z.boolean().default(false),
  follow: z.boolean().default(false),
  skipInvalid: z.boolean().default(false),
  report: z.string().optional(),
  map: z.unknown().optional(),
  duplicates: z.boolean().default(false),
  changes: z.boolean().default(false),
});

const CHANGES_AT_ONCE = 200;

/**
 * Takes the absolute paths of the files, and of the file that all problems are written to (`report`). Sends `progress`; when they are
 * wanted, duplicates as `lines`, and all `changes` of a dry run; and at last `report`.
 */
export const importCommand =
  (context: Context): CommandHandler =>
  async (input, { send, progress, signal, publish }) => {
    const { files, report: reportFile, map, duplicates, changes, ...given } = importInput.parse(input);
    const options = { ...given, ...(map !== undefined && { map: readColumnMap(map) }) };
    const problems = reportFile === undefined ? undefined : await openProblemFile(reportFile);
    const changed: RecordChange[] = [];
    const onChanges = (some: RecordChange[]) => {
      if (changes) append(changed, some);
    };
    const importing = importFiles(context, files, { ...options, signal, onProgress: progress, onProblem: problems?.add, onChanges });
    const report = await importing.finally(() => problems?.close());
    if (duplicates) await sendDuplicates(send, report.duplicates);
    for (let from = 0; from < changed.length; from += CHANGES_AT_ONCE) await send({ changes: changed.slice(from, from + CHANGES_AT_ONCE) });
    // Which rows changed concerns the site alone, and both may be long lists.
    await send({ report: { ...report, duplicates: [], changedThreadIds: [], changedOfferIds: [] } });
    if (report.problemCount === 0 && !options.dryRun) await publish();
  };
