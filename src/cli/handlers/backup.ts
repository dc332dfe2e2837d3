import pluralize from 'pluralize';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import { backUp } from '../../features/backup/backup.server.ts';
import { restore } from '../../features/backup/restore.server.ts';
import type { CommandHandler } from './command-handler.ts';
import { counted } from '../../lib/counted.ts';

const backupInput = z.strictObject({ file: z.string() });
const restoreInput = z.strictObject({ file: z.string(), yes: z.boolean() });

/** Both take `file`, an absolute path; they send `progress`, then `messages`. */
export function backupCommands(context: Context): Record<'backup' | 'restore', CommandHandler> {
  return {
    async backup(input, { progress, finish }) {
      const { path, bytes, rows } = await backUp(context, backupInput.parse(input).file, progress);
      const size = (bytes / 1024 / 1024).toFixed(1);
      await finish({
        messages: [`Backed up ${sum(rows)} rows into ${path} (${size} MiB): ${listed(rows)}`, 'Checked: the backup is complete.'],
        changed: false,
      });
    },
    async restore(input, { progress, finish }) {
      const { file, yes } = restoreInput.parse(input);
      const { madeAt, rows } = await restore(context, file, { yes, onProgress: progress });
      await finish({
        messages: [`Restored ${sum(rows)} rows from the backup of ${madeAt}: ${listed(rows)}`, 'Checked: the data match the backup.'],
        changed: true,
      });
    },
  };
}

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0);
const listed = (rows: Record<string, number>) =>
  Object.entries(rows)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => counted(count, pluralize.singular(name.replaceAll('_', ' ')), { plural: name.replaceAll('_', ' ') }))
    .join(', ');
