import { existsSync } from 'node:fs';
import type { Config } from '../server/config.ts';
import { makeContext } from '../server/context.ts';
import { openDatabase } from '../server/db/connect.ts';
import { takeLock } from '../server/lock.ts';
import type { CommandEvent } from './command-event.ts';
import { requireSite } from './needs-site.ts';
import { siteCommands, type CommandName } from './handlers/handlers.ts';

/**
 * Carries a command out in this process, with the data folder locked.
 * @param signal takes the command back while that can be done
 * @throws FolderTaken when a process without a control socket has the folder, CannotStart when no site has it
 */
export async function runInThisProcess(
  config: Config,
  command: CommandName,
  input: object,
  signal: AbortSignal,
  onEvent: (event: CommandEvent) => void | Promise<void>,
): Promise<void> {
  if (!existsSync(config.dataDir)) requireSite(config, command, input);
  const release = takeLock(config.dataDir, { url: `npm run site -- ${command}` });
  try {
    requireSite(config, command, input);
    const { db, close } = await openDatabase(config);
    try {
      await siteCommands(makeContext({ config, db }))[command](input, async (event) => onEvent(event), signal);
    } finally {
      await close();
    }
  } finally {
    release();
  }
}
