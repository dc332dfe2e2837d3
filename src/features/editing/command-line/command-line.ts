import { isAbsolute, resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { readConfig, type Config } from '../../../server/config.ts';
import { makeContext } from '../../../server/context.ts';
import { askRunningSite } from '../../../server/control.ts';
import { openDatabase } from '../../../server/db/connect.ts';
import { takeLock } from '../../../server/lock.ts';
import type { CommandEvent } from '../command-event.ts';
import { siteCommands, type CommandName } from '../commands.ts';
import { showProgress } from '../progress.ts';

/** A command that was given wrongly. */
export class UsageError extends Error {}

/** What stands behind a command's name: the files and deals it is about, and its options. */
export interface Given {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** A command as editors type it. */
export interface CommandLine {
  /** What stands behind its name, such as `FILE… [--dry-run]`. */
  usage: string;
  /** What it does, in a line. */
  summary: string;
  /** More of how it is used, for `COMMAND --help`. */
  details?: string[];
  options: ParseArgsOptionsConfig;
  /** What `--help` says of each option. */
  explained: Record<string, string>;
  /** @returns the exit code: 0 done, 1 refused or bad data */
  run(given: Given): Promise<number>;
}

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;

/** Where npm was called: it runs scripts in the project's folder, and files are named from where the editor stands. */
const CALLED_FROM = process.env['INIT_CWD'] ?? process.cwd();
export const fromHere = (path: string) => (isAbsolute(path) ? path : resolve(CALLED_FROM, path));

type OnEvent = (event: CommandEvent, running: boolean) => void | Promise<void>;

const MOST_PUBLISHED = 20;

/**
 * Has a command carried out, by the running site or here, shows how far it has come, and prints what it tells.
 * @param onEvent gets the events that are not the same for every command
 * @returns 0, or 1 when it was refused
 */
export async function carryOut(command: CommandName, input: object, onEvent: OnEvent = () => undefined): Promise<number> {
  const progress = showProgress();
  let code = 0;
  try {
    await perform(readConfig(process.env), command, input, async (event, running) => {
      if (event.progress) return progress.show(event.progress);
      progress.pause();
      if (event.said) console.log(event.said.join('\n'));
      if (event.published) console.log(publishedText(event.published));
      if (event.refused) {
        console.error(event.refused.join('\n'));
        code = 1;
      }
      await onEvent(event, running);
    });
  } finally {
    progress.stop();
  }
  return code;
}

/** Has the running site do it; without one, does it here, with the data folder locked. */
async function perform(config: Config, command: CommandName, input: object, onEvent: OnEvent): Promise<void> {
  if (await askRunningSite(config.dataDir, command, input, (event) => onEvent(event, true))) return;
  const release = takeLock(config.dataDir, { url: `npm run site -- ${command}` });
  try {
    const { db, close } = await openDatabase(config);
    try {
      const context = makeContext({ config, db });
      await siteCommands(context)[command](input, async (event) => onEvent(event, false));
    } finally {
      await close();
    }
  } finally {
    release();
  }
}

function publishedText(addresses: string[]): string {
  const lines = addresses.slice(0, MOST_PUBLISHED).map((address) => `Published: ${address}`);
  const rest = addresses.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more, ${addresses.length} in all`] : [])].join('\n');
}
