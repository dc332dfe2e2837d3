import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { requestSnapshot } from '../features/publishing/request-snapshot.ts';
import type { Config } from '../server/config.ts';
import { makeContext } from '../server/context.ts';
import { UnknownCommand } from '../server/control.ts';
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
    await runOn(config, config, command, input, signal, onEvent);
  } finally {
    release();
  }
}

/**
 * Carries a command out in this process, on a copy of the embedded database of the site that runs.
 * @returns false when no site runs, or one that gives no copies, such as that of `npm run dev`
 */
export async function runOnCopy(
  config: Config,
  command: CommandName,
  input: object,
  signal: AbortSignal,
  onEvent: (event: CommandEvent) => void | Promise<void>,
): Promise<boolean> {
  const copy = await requestSnapshot(config.dataDir).catch((error: unknown) => {
    if (error instanceof UnknownCommand) return undefined;
    throw error;
  });
  if (copy === undefined) return false;
  try {
    await runOn(config, { ...config, dataDir: copy }, command, input, signal, onEvent);
    return true;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function runOn(
  config: Config,
  from: Pick<Config, 'databaseUrl' | 'dataDir'>,
  command: CommandName,
  input: object,
  signal: AbortSignal,
  onEvent: (event: CommandEvent) => void | Promise<void>,
): Promise<void> {
  const { db, close } = await openDatabase(from);
  try {
    await siteCommands(makeContext({ config, db }))[command](input, async (event) => onEvent(event), signal);
  } finally {
    await close();
  }
}
