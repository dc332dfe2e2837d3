import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { requestSnapshot } from '../features/publishing/request-snapshot.ts';
import type { Config } from '../server/config.ts';
import { makeContext } from '../server/context.ts';
import { UnknownCommand } from '../server/control.ts';
import { openDatabase } from '../server/db/connect.ts';
import { takeLock, TRY_AGAIN } from '../server/lock.ts';
import type { CommandEvent } from './command-event.ts';
import { mayBegin, requireSite } from './needs-site.ts';
import { siteCommands, type CommandName } from './handlers/handlers.ts';

/** A command that is to be carried out. */
interface Run {
  command: CommandName;
  input: object;
  /** Takes the command back while that can be done. */
  signal: AbortSignal;
  onEvent(event: CommandEvent): void | Promise<void>;
}

/**
 * Carries a command out in this process, with the data folder locked.
 * @throws FolderTaken when a process without a control socket has the folder, CannotStart when no site has it
 */
export async function runInThisProcess(config: Config, run: Run): Promise<void> {
  const { command, input } = run;
  if (!existsSync(config.dataDir)) requireSite(config, command, input);
  const release = takeLock(config.dataDir, { url: `npm run site -- ${command}` }, TRY_AGAIN);
  try {
    requireSite(config, command, input);
    await runOn(config, config, run);
  } finally {
    release();
  }
}

/**
 * Carries a command out in this process, on a copy of the embedded database of the site that runs.
 * @returns false when no site runs, or one that gives no copies, such as that of `npm run dev`
 */
export async function runOnCopy(config: Config, run: Run): Promise<boolean> {
  const copy = await requestSnapshot(config.dataDir).catch((error: unknown) => {
    if (error instanceof UnknownCommand) return undefined;
    throw error;
  });
  if (copy === undefined) return false;
  try {
    await runOn(config, { ...config, dataDir: copy }, run);
    return true;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

async function runOn(
  config: Config,
  from: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { command, input, signal, onEvent }: Run,
): Promise<void> {
  const { db, close } = await openDatabase(from, undefined, {
    anyEncoding: command === 'backup',
    mustHaveSite: config.databaseUrl !== undefined && !mayBegin(command, input),
  });
  try {
    await siteCommands(makeContext({ config, db }))[command](input, async (event) => onEvent(event), signal);
  } finally {
    await close();
  }
}
