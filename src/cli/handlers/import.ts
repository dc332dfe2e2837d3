import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { sendDuplicates } from './send-duplicates.ts';
import { importFiles } from '../../features/catalogue-files/import.server.ts';

const importInput = z.strictObject({ files: z.array(z.string()).min(1), dryRun: z.boolean(), duplicates: z.boolean().default(false) });

/** Takes `{ files, dryRun, duplicates }`, absolute paths; sends `progress`, duplicates as `lines` when they are wanted, then `report`. */
export const importCommand =
  (context: Context): CommandHandler =>
  async (input, { send, progress, signal, publish }) => {
    const { files, dryRun, duplicates } = importInput.parse(input);
    const report = await importFiles(context, files, { dryRun, signal, onProgress: progress });
    if (duplicates) await sendDuplicates(send, report.duplicates);
    // Which rows changed concerns the site alone, and both may be long lists.
    await send({ report: { ...report, duplicates: [], changedThreadIds: [], changedOfferIds: [] } });
    if (report.problemCount === 0 && !dryRun) await publish();
  };
