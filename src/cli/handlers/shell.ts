import { z } from 'zod';
import { saveShell, shellText } from '../../features/shell/shell-settings.server.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';

const shellInput = z.strictObject({ shell: z.string().optional(), base: z.string().optional(), dryRun: z.boolean().default(false) });

/** Sends header, footer and banners as JSON (`lines`), or saves others. */
export function shellCommand(context: Context): CommandHandler {
  return async (input, { send, finish }) => {
    const { shell, base, dryRun } = shellInput.parse(input);
    if (shell === undefined) return send({ lines: [await shellText(context.db)] });
    await finish(await saveShell(context, shell, { dryRun, base }));
  };
}
