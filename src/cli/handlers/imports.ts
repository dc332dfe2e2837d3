import { z } from 'zod';
import { listImports } from '../../features/catalogue-files/list-imports.server.ts';
import { undoImport } from '../../features/editing/undo-import.server.ts';
import { dayIn, momentText } from '../../server/read-date.ts';
import type { Context } from '../../server/context.ts';
import type { CommandHandler } from './command-handler.ts';

const undoInput = z.strictObject({ id: z.int().positive(), dryRun: z.boolean() });

/** Commands about what was imported before; `imports` sends `imports`. */
export function importsCommands(context: Context): Record<'imports' | 'undo-import', CommandHandler> {
  return {
    async imports(_input, { send }) {
      const { timeZone } = context.config.region;
      const imports = (await listImports(context.db)).map((one) => ({
        ...one,
        at: momentText(new Date(one.at), timeZone),
        undoneAt: one.undoneAt && dayIn(new Date(one.undoneAt), timeZone),
      }));
      await send({ imports });
    },
    async 'undo-import'(input, { finish, progress, signal }) {
      const { id, dryRun } = undoInput.parse(input);
      await finish(await undoImport(context, id, { dryRun, signal, onProgress: progress }));
    },
  };
}
