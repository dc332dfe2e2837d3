import { isAbsolute, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ParseArgsOptionsConfig } from 'node:util';
import { readConfig, type Config } from '../server/config.ts';
import { sendCommand, SiteStopped } from '../server/control.ts';
import { FolderTaken } from '../server/lock.ts';
import type { CommandEvent } from './command-event.ts';
import type { CommandName } from './handlers/handlers.ts';
import { showProgress } from './progress.ts';

/** Wrong usage of a command. */
export class UsageError extends Error {}

/** A command that a signal stopped before it was done. */
export class Stopped extends Error {
  readonly signal: StopSignal;

  constructor(signal: StopSignal, message = 'Stopped. Nothing was written.') {
    super(message);
    this.signal = signal;
  }
}

/** The reader of standard output has closed the pipe, because it has read enough. */
export class ReaderGone extends Error {}

/** The arguments of a command: files or deals, and options. */
export interface CommandArguments {
  positionals: string[];
  values: Record<string, string | boolean | (string | boolean)[] | undefined>;
}

/** A command as editors type it. */
export interface CommandLine {
  /** The arguments after its name, such as `FILE… [--dry-run]`. */
  usage: string;
  /** What it does, in a line. */
  summary: string;
  /** More of how it is used, for `COMMAND --help`. */
  details?: string[];
  options: ParseArgsOptionsConfig;
  /** The line of `--help` for each option. */
  optionHelp: Record<string, string>;
  /** @returns the exit code: 0 done, 1 refused or bad data */
  run(given: CommandArguments): Promise<number>;
}

export const TEXT = { type: 'string' } as const;
export const FLAG = { type: 'boolean' } as const;
export const TEXTS = { type: 'string', multiple: true } as const;

/** The folder in which npm was called, to which paths are relative; npm runs scripts in the project's folder. */
const CALLED_FROM = process.env['INIT_CWD'] ?? process.cwd();

/**
 * The absolute path of a file or folder that was typed.
 * @throws UsageError when it is empty, which would be the folder in which npm was called
 */
export function resolvePath(path: string): string {
  if (path === '') throw new UsageError('the name of a file or folder is empty; is the variable set that stands for it?');
  return isAbsolute(path) ? path : resolve(CALLED_FROM, path);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** Commands that can be stopped while they run; the others take only a moment, or continue in the running site. */
const STOPPABLE = new Set<CommandName>(['import', 'undo-import', 'export', 'backup', 'restore']);

type OnEvent = (event: CommandEvent, running: boolean) => void | Promise<void>;

const MOST_PUBLISHED = 20;
const PUBLISHED_LATER =
  'The site stopped while it published this. What was saved stays, and the site publishes the rest after its next start.';

/**
 * Runs a command, in the running site or in this process, shows its progress, and prints its messages.
 * @param onEvent called with the events that differ by command
 * @param onCopy whether it runs on a copy of the embedded database, because it only reads and takes long, and visitors would have to wait
 * @param stopping watches for signals already, for what its caller has begun
 * @returns 0, or 1 when it was refused
 * @throws Stopped when a signal came in time to stop it
 */
export async function runCommand(
  command: CommandName,
  input: object,
  onEvent: OnEvent = () => undefined,
  { onCopy = false, stopping = watchSignals(command) } = {},
): Promise<number> {
  const progress = showProgress();
  let code = 0;
  const done = { isSaved: false };
  try {
    const take: OnEvent = async (event, running) => {
      if (event.stopped) throw new Stopped(stopping.by() ?? 'SIGTERM');
      if (event.progress) return progress.show(event.progress);
      if (event.saved) done.isSaved = true;
      progress.pause();
      if (event.messages) console.log(event.messages.join('\n'));
      if (event.published) console.log(publishedText(event.published));
      if (event.refused) {
        console.error(event.refused.join('\n'));
        code = 1;
      }
      await onEvent(event, running);
    };
    await perform(readConfig(process.env), { command, input, signal: stopping.signal, onEvent: take, onCopy });
  } catch (error) {
    if (!done.isSaved || !(error instanceof SiteStopped)) throw error;
    progress.pause();
    console.error(PUBLISHED_LATER);
  } finally {
    progress.stop();
    stopping.end();
  }
  return code;
}

/** Aborts a command that can be stopped on a signal, from now on; npm passes them on as well, so that each may come twice. */
export function watchSignals(command: CommandName) {
  const controller = new AbortController();
  let by: StopSignal | undefined;
  const stop = (signal: StopSignal) => {
    by ??= signal;
    controller.abort();
  };
  if (STOPPABLE.has(command)) for (const signal of STOP_SIGNALS) process.on(signal, stop);
  return {
    signal: controller.signal,
    by: () => by,
    // Listeners stay after a signal, because a second one, such as npm's, must not end the process before the outcome is printed.
    end: () => !by && STOP_SIGNALS.forEach((signal) => process.off(signal, stop)),
  };
}

interface Run {
  command: CommandName;
  input: object;
  signal: AbortSignal;
  onEvent: OnEvent;
  onCopy: boolean;
}

/** Longer than a site takes to start when its pages are built already. */
const LONGEST_START_MS = 15_000;
const LOOK_MS = 200;
const WAITING = { phase: 'waiting for another Magpie, which is starting or at work', done: 0, total: 0 };

/**
 * Runs the command, and first waits until a starting site accepts commands, or another command is done.
 * @throws FolderTaken when that takes longer than 15 s
 */
async function perform(config: Config, run: Run): Promise<void> {
  const late = performance.now() + LONGEST_START_MS;
  for (;;) {
    try {
      return await performNow(config, run);
    } catch (error) {
      if (!(error instanceof FolderTaken) || performance.now() > late) throw error;
    }
    await run.onEvent(run.signal.aborted ? { stopped: true } : { progress: WAITING }, false);
    await delay(LOOK_MS);
  }
}

/** Sends the command to the running site, or runs it on a copy of its database; without a site, runs it in this process. */
async function performNow(config: Config, { command, input, signal, onEvent, onCopy }: Run): Promise<void> {
  const own = { command, input, signal, onEvent: (event: CommandEvent) => onEvent(event, false) };
  if (onCopy && !config.databaseUrl) {
    const { runOnCopy } = await import('./run-in-this-process.ts');
    if (await runOnCopy(config, own)) return;
  }
  if (await sendCommand(config.dataDir, command, input, (event) => onEvent(event, true), signal)) return;
  // Imported here, because loading it takes longer than a running site takes to answer.
  const { runInThisProcess } = await import('./run-in-this-process.ts');
  await runInThisProcess(config, own);
}

function publishedText(addresses: string[]): string {
  const lines = addresses.slice(0, MOST_PUBLISHED).map((address) => `Published: ${address}`);
  const rest = addresses.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more, ${addresses.length} in all`] : [])].join('\n');
}
