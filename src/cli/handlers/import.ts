import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';
import { importFiles } from '../../features/catalogue-files/import.server.ts';

const importInput = z.strictObject({ files: z.array(z.string()).min(1), dryRun: z.boolean() });

/** Takes `{ files, dryRun }`, absolute paths; sends `progress`, then `report`. */
export const importCommand =
  (context: Context): CommandHandler =>
  async (input, { send, progress, signal, publish }) => {
    const { files, dryRun } = importInput.parse(input);
    const report = await importFiles(context, files, { dryRun, signal, onProgress: progress });
    // Which rows changed concerns the site alone, and may be a long list.
    await send({ report: { ...report, changedThreadIds: [], changedOfferIds: [] } });
    if (report.problemCount === 0 && !dryRun) await publish();
  };
